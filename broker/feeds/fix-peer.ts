/** A FIX connection of the market's file, with its files and secrets read. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MarketProvider, MarketSource } from '../../contract/market-file'
import type { FixPeer } from '../fix/fix-line'
import type { Clock } from '../ground/clock'

export interface SecretParts {
  /** Where the market's file lies: paths in it are from here. */
  readonly folder: string
  /** The environment, in which secrets stand. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

type FixConnection = Omit<
  Extract<MarketSource | MarketProvider, { kind: 'fix' }>,
  'kind' | 'symbols' | 'isSimulated' | 'marketDepth' | 'updates' | 'asksSecurities' | 'account' | 'dropCopy'
>

interface PeerParts extends SecretParts {
  readonly clock: Pick<Clock, 'now'>
}

/** @throws Error with one sentence: what is not there, is over, or makes no sense. */
export function peerOf(connection: FixConnection, parts: PeerParts): FixPeer {
  const { host, port, tls, heartbeatSeconds, resetsAtLogon } = connection
  const fileAs = (name: string, file: string | undefined) =>
    file === undefined ? {} : { [name]: readFileSync(path.resolve(parts.folder, file), 'utf8') }
  const certificateAs = (name: string, place: string, file: string | undefined) => {
    const read = fileAs(name, file)
    refuseExpired(read[name], `${place}: ${file}`, parts.clock.now())
    return read
  }
  const secretAs = (name: string, secret: { readonly env: string } | undefined) =>
    secret === undefined ? {} : { [name]: secretOf(secret, parts) }
  return {
    host,
    port,
    tls:
      tls === null
        ? null
        : {
            ...certificateAs('ca', 'tls.caFile', tls.caFile),
            ...certificateAs('cert', 'tls.certFile', tls.certFile),
            ...fileAs('key', tls.keyFile),
            ...(tls.serverName === undefined ? {} : { serverName: tls.serverName }),
          },
    parties: { us: connection.senderCompId, them: connection.targetCompId },
    ...secretAs('username', connection.username),
    ...secretAs('password', connection.password),
    heartbeatSeconds,
    resetsAtLogon,
    times: timesOf(connection),
  }
}

const ONE_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Of several in one file, as of authorities, one that is over does no harm while another is not. */
function refuseExpired(pem: string | undefined, place: string, now: number): void {
  const ends = (pem?.match(ONE_CERTIFICATE) ?? []).map((one) => Date.parse(new X509Certificate(one).validTo))
  if (ends.length === 0 || ends.some((end) => end > now)) return
  throw new Error(`${place} expired on ${new Date(Math.max(...ends)).toISOString().slice(0, 10)}`)
}

/** @throws Error where the variable is not set. */
export function secretOf({ env }: { readonly env: string }, { variables }: SecretParts): string {
  const secret = variables[env]
  if (secret === undefined || secret === '') throw new Error(`the environment variable ${env} is not set`)
  return secret
}

function timesOf({ session }: FixConnection): FixPeer['times'] {
  if (session === null) return null
  const { timeZone, start, end, startDay, endDay } = session
  if ((startDay === undefined) !== (endDay === undefined)) throw new Error('session: a week is named by both startDay and endDay')
  return startDay === undefined || endDay === undefined ? { timeZone, start, end } : { timeZone, start, end, startDay, endDay }
}
