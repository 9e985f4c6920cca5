/** Makes the connector of a source; what only some sources need is loaded when one of them is there. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MarketSource } from '../../contract/market-file'
import type { FixPeer } from '../fix/fix-line'
import type { FixStore } from '../fix/session-store'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Instrument } from '../market/instrument'
import { openReplayFeed } from '../market/replay-feed'
import { SimulatedFeed } from '../market/simulated-feed'
import type { Connector } from '../sources/connector'
import { PulledSource } from './pulled-source'

export interface SourceParts {
  /** Where the market's file lies: paths in it are from here. */
  readonly folder: string
  readonly clock: Clock
  readonly logger: Logger
  /** The environment, in which secrets stand. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where the numbers of a FIX session outlive the process. */
  readonly fixStore: (sessionId: string) => FixStore
}

type SourceOf<Kind extends MarketSource['kind']> = Extract<MarketSource, { kind: Kind }>

/** @throws Error with one sentence: what is not there, or makes no sense. */
export async function openSource(
  id: string,
  source: MarketSource,
  instruments: readonly Instrument[],
  parts: SourceParts,
): Promise<Connector> {
  const { clock, logger } = parts
  const now = () => clock.now()
  switch (source.kind) {
    case 'simulated':
      return new PulledSource(id, new SimulatedFeed({ seed: String(source.seed), instruments }))
    case 'replay':
      return openRecording(id, source, instruments, parts)
    case 'fix':
      return openFixSource(id, source, instruments, parts)
    case 'binance': {
      const { binanceConnector } = await import('../exchanges/binance')
      return binanceConnector({ ...source, id, symbols: symbolsOf(source, instruments) }, { now, logger })
    }
    case 'kraken': {
      const { krakenConnector } = await import('../exchanges/kraken')
      return krakenConnector({ ...source, id, symbols: symbolsOf(source, instruments) }, { now, logger })
    }
    case 'coinbase': {
      const { coinbaseConnector } = await import('../exchanges/coinbase')
      return coinbaseConnector({ ...source, id, symbols: symbolsOf(source, instruments) }, { now, logger })
    }
    case 'ccxt': {
      const { ccxtConnector } = await import('../exchanges/ccxt-connector')
      return ccxtConnector({ ...source, id, symbols: symbolsOf(source, instruments) }, now)
    }
    case 'http-push': {
      const { httpPushConnector } = await import('../sources/http-push')
      return httpPushConnector({ ...source, id, codes: instruments.map(({ code }) => code) }, now)
    }
  }
}

function openRecording(
  id: string,
  source: SourceOf<'replay'>,
  instruments: readonly Instrument[],
  { folder, clock }: SourceParts,
): Connector {
  const { directory, speed, from } = source
  const where = { directory: path.resolve(folder, directory), bootMs: clock.now(), catalogue: instruments }
  return new PulledSource(id, openReplayFeed({ ...where, speed, ...(from === undefined ? {} : { from }) }))
}

async function openFixSource(
  id: string,
  source: SourceOf<'fix'>,
  instruments: readonly Instrument[],
  parts: SourceParts,
): Promise<Connector> {
  const { openFixConnector } = await import('../fix/fix-connector')
  const { isSimulated, marketDepth, updates, asksSecurities } = source
  const symbols = Object.entries(symbolsOf(source, instruments)).map(([code, symbol]) => ({ code, symbol }))
  return openFixConnector(
    { id, peer: peerOf(source, parts), isSimulated, instruments: symbols, marketDepth, updates, asksSecurities },
    { store: parts.fixStore(`prices ${id}`), clock: parts.clock, random: Math.random, logger: parts.logger },
  )
}

function peerOf(source: SourceOf<'fix'>, parts: SourceParts): FixPeer {
  const { host, port, tls, heartbeatSeconds, resetsAtLogon } = source
  const fileAs = (name: string, file: string | undefined) =>
    file === undefined ? {} : { [name]: readFileSync(path.resolve(parts.folder, file), 'utf8') }
  const secretAs = (name: string, secret: { readonly env: string } | undefined) =>
    secret === undefined ? {} : { [name]: secretOf(secret, parts) }
  return {
    host,
    port,
    tls:
      tls === null
        ? null
        : {
            ...fileAs('ca', tls.caFile),
            ...fileAs('cert', tls.certFile),
            ...fileAs('key', tls.keyFile),
            ...(tls.serverName === undefined ? {} : { serverName: tls.serverName }),
          },
    parties: { us: source.senderCompId, them: source.targetCompId },
    ...secretAs('username', source.username),
    ...secretAs('password', source.password),
    heartbeatSeconds,
    resetsAtLogon,
    times: timesOf(source),
  }
}

function timesOf({ session }: SourceOf<'fix'>): FixPeer['times'] {
  if (session === null) return null
  const { timeZone, start, end, startDay, endDay } = session
  if ((startDay === undefined) !== (endDay === undefined)) throw new Error('session: a week is named by both startDay and endDay')
  return startDay === undefined || endDay === undefined ? { timeZone, start, end } : { timeZone, start, end, startDay, endDay }
}

function secretOf({ env }: { readonly env: string }, { variables }: SourceParts): string {
  const secret = variables[env]
  if (secret === undefined || secret === '') throw new Error(`the environment variable ${env} is not set`)
  return secret
}

/** Of the instruments that are asked of it. */
function symbolsOf({ symbols }: { readonly symbols: Readonly<Record<string, string>> }, instruments: readonly Instrument[]) {
  return Object.fromEntries(instruments.flatMap(({ code }) => (symbols[code] === undefined ? [] : [[code, symbols[code]]])))
}
