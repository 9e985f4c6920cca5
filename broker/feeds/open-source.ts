/** Makes the connector of a source; what only some sources need is loaded when one of them is there. */
import path from 'node:path'
import type { MarketSource } from '../../contract/market-file'
import type { FixStore } from '../fix/session-store'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Instrument } from '../market/instrument'
import { openReplayFeed } from '../market/replay-feed'
import { SimulatedFeed } from '../market/simulated-feed'
import type { Connector } from '../sources/connector'
import { peerOf, type SecretParts } from './fix-peer'
import { PulledSource } from './pulled-source'

export interface SourceParts extends SecretParts {
  readonly clock: Clock
  readonly logger: Logger
  /** What the days of a simulated market are made of that names no seed. */
  readonly marketSecret: string
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
      return new PulledSource(id, new SimulatedFeed({ seed: String(source.seed ?? parts.marketSecret), source: id, instruments }))
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
  { folder, clock, logger }: SourceParts,
): Connector {
  const { directory, speed, from } = source
  const where = { directory: path.resolve(folder, directory), bootMs: clock.now(), catalogue: instruments }
  const warn = (problem: string) => logger.warn({ source: id, problem }, 'a recording is not right')
  return new PulledSource(id, openReplayFeed({ ...where, speed, warn, ...(from === undefined ? {} : { from }) }))
}

async function openFixSource(
  id: string,
  source: SourceOf<'fix'>,
  instruments: readonly Instrument[],
  parts: SourceParts,
): Promise<Connector> {
  const { openFixConnector } = await import('../fix/fix-connector')
  const { isSimulated, marketDepth, updates, asksSecurities } = source
  const symbols = symbolsOf(source, instruments)
  const asked = instruments.flatMap(({ code, contractSize }) => {
    const symbol = symbols[code]
    return symbol === undefined ? [] : [{ code, symbol, contractSize }]
  })
  return openFixConnector(
    { id, peer: peerOf(source, parts), isSimulated, instruments: asked, marketDepth, updates, asksSecurities },
    { store: parts.fixStore(`prices ${id}`), clock: parts.clock, random: Math.random, logger: parts.logger },
  )
}

/** Of the instruments that are asked of it. */
function symbolsOf({ symbols }: { readonly symbols: Readonly<Record<string, string>> }, instruments: readonly Instrument[]) {
  return Object.fromEntries(instruments.flatMap(({ code }) => (symbols[code] === undefined ? [] : [[code, symbols[code]]])))
}
