/** The small words of a tenant's file: ids, hosts, countries, instruments, and where its broker answers. */
import { z } from 'zod'

export const TenantId = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/, 'an id is 2–32 lower-case letters, digits and dashes')

/** A DNS name without port, lower case. The name `<id>.<BASE_DOMAIN>` is added for every tenant by itself. */
export const HostName = z
  .string()
  .regex(/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'a host is a lower-case DNS name')
/** Names that are for programs, API and socket without pages: `api.<domain>` of a company that has its site on that domain, too. */
export function apiHostsOf(hosts: readonly string[]): string[] {
  return hosts.filter((host) => {
    const domain = /^api\.(.+)$/.exec(host)?.[1]
    if (domain === undefined) return false
    // The first label of `www.<domain>` replaced by api, or api before the bare domain.
    return hosts.some((other) => other !== host && (other === domain || other.slice(other.indexOf('.') + 1) === domain))
  })
}

export const HostOnly = z.string().regex(/^[a-z0-9.-]{1,253}$/, 'a host is a lower-case DNS name without scheme and port')

export const InstrumentCode = z.string().regex(/^[A-Z0-9]{3,16}$/, 'an instrument is written like EURUSD')

export const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'a country is written as two capital letters, ISO 3166')

/** The announcement of every site names these: service is not offered there. */
export const ANNOUNCED_COUNTRIES = ['KP', 'IL', 'CN', 'VU', 'CU'] as const

/** Scheme, host and port and nothing more; plain http only to this machine. */
export const BrokerOrigin = z
  .string()
  .max(300)
  .refine(isBrokerOrigin, 'a broker is written as an origin: https://host[:port], or http://localhost[:port] on this machine')

function isBrokerOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isHere))
}

/** A source of prices or a provider of the market's file. */
export const SourceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'a source is named with up to 32 lower-case letters, digits and dashes')
