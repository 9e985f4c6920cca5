/**
 * Asks a host outside, which a company's own file names, for one small answer.
 *
 * Invariants: https only, to a public address only, judged where the connection is made, so that a name cannot lead into our own
 * network; redirects are not followed, and neither time nor size is without a limit. A failure of any kind is null: what is outside is
 * never a reason for an error of ours.
 */
import { lookup as lookUp } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'

export interface OutsideAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Empty where only the head was asked for. */
  readonly body: string
}

export interface OutsideQuestion {
  readonly timeoutMs: number
  /** 0: the head of the answer is enough. */
  readonly maxBytes: number
}

export type AskOutside = (url: string, question: OutsideQuestion) => Promise<OutsideAnswer | null>

interface OutsideParts {
  readonly lookup: LookupFunction
  readonly isAllowed: (address: string) => boolean
  /** Further certificates that are trusted; for tests. */
  readonly ca?: string
}

const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
const PUBLIC_IPV6 = new BlockList()
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6')
/** Addresses that carry an IPv4 address, or that documentation uses. */
const NOT_PUBLIC_IPV6 = new BlockList()
NOT_PUBLIC_IPV6.addSubnet('2001::', 32, 'ipv6')
NOT_PUBLIC_IPV6.addSubnet('2001:db8::', 32, 'ipv6')
NOT_PUBLIC_IPV6.addSubnet('2002::', 16, 'ipv6')

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address, 'ipv4')
  return isIP(address) === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !NOT_PUBLIC_IPV6.check(address, 'ipv6')
}

/** Gives the connection only addresses that are allowed; the name is looked up once, for the connection itself. */
function guardLookup({ lookup, isAllowed }: OutsideParts): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => isAllowed(address))
      const [first] = addresses
      if (first === undefined) return callback(new Error('the name leads to no public address'), [])
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

export function outsideRequests(parts: OutsideParts): AskOutside {
  const lookup = guardLookup(parts)
  return (url, { timeoutMs, maxBytes }) =>
    new Promise((resolve) => {
      const target = URL.canParse(url) ? new URL(url) : null
      const host = target?.hostname.replace(/^\[|\]$/g, '') ?? ''
      // An address in the link itself is never looked up.
      if (target?.protocol !== 'https:' || (isIP(host) !== 0 && !parts.isAllowed(host))) return resolve(null)
      const signal = AbortSignal.timeout(timeoutMs)
      const headers = { accept: 'text/html, application/json', 'user-agent': 'candor' }
      const asked = request(
        target,
        { lookup, signal, headers, agent: false, ...(parts.ca !== undefined && { ca: parts.ca }) },
        (answer) => {
          const { statusCode: status = 0, headers: given } = answer
          const chunks: Buffer[] = []
          let size = 0
          const end = (body: string | null) => {
            resolve(body === null ? null : { status, headers: given, body })
            asked.destroy()
          }
          if (maxBytes === 0) return end('')
          answer.on('data', (chunk: Buffer) => {
            size += chunk.byteLength
            if (size > maxBytes) return end(null)
            chunks.push(chunk)
          })
          answer.on('end', () => end(Buffer.concat(chunks).toString('utf8')))
          answer.on('error', () => end(null))
        },
      )
      asked.on('error', () => resolve(null))
      asked.end()
    })
}

export const askOutside: AskOutside = outsideRequests({ lookup: lookUp as LookupFunction, isAllowed: isPublicAddress })
