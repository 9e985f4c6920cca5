/** Makes the provider of an entry of the market's file; what only some providers need is loaded when one of them is there. */
import path from 'node:path'
import type { MarketProvider, ProviderStatement } from '../../contract/market-file'
import { ccxtProvider } from '../exchanges/ccxt-provider'
import type { CopyLine } from '../providers/copy-line'
import type { Provider } from '../providers/provider'
import { peerOf, secretOf } from './fix-peer'
import type { SourceParts } from './open-source'

export interface OpenedProvider {
  readonly provider: Provider
  /** Where it sends copies of its reports, if it does. */
  readonly copies?: CopyLine
  /** Its own name of each of our instruments. */
  readonly symbols: Readonly<Record<string, string>>
  readonly isSimulated: boolean
  /** Where its statements come as files, if they do; `folder` is absolute. */
  readonly statement?: ProviderStatement
}

type FixProviderEntry = Extract<MarketProvider, { kind: 'fix' }>

/** Not started yet. @throws Error with one sentence: what is not there, or makes no sense. */
export async function openProvider(id: string, entry: MarketProvider, parts: SourceParts): Promise<OpenedProvider> {
  const { symbols, isSimulated, statement } = entry
  return {
    ...(await linesOf(id, entry, parts)),
    symbols,
    isSimulated,
    ...(statement && { statement: { ...statement, folder: path.resolve(parts.folder, statement.folder) } }),
  }
}

async function linesOf(id: string, entry: MarketProvider, parts: SourceParts): Promise<Pick<OpenedProvider, 'provider' | 'copies'>> {
  const { clock, logger } = parts
  if (entry.kind === 'ccxt') {
    const { exchange, symbols, settings = {}, apiKey, secret, password } = entry
    const keys = { apiKey: secretOf(apiKey, parts), secret: secretOf(secret, parts) }
    const more = password === undefined ? {} : { password: secretOf(password, parts) }
    return { provider: ccxtProvider({ id, exchange, symbols, settings: { ...settings, ...keys, ...more } }, () => clock.now()) }
  }
  const { openFixProvider } = await import('../fix/fix-provider')
  const instruments = Object.entries(entry.symbols).map(([code, symbol]) => ({ code, symbol }))
  const services = { clock, random: Math.random, logger }
  const provider = openFixProvider(
    { id, peer: peerOf(entry, parts), account: entry.account, instruments },
    { ...services, store: parts.fixStore(`orders ${id}`) },
  )
  const peer = copiesPeer(entry, parts)
  if (peer === null) return { provider }
  const { openFixCopies } = await import('../fix/fix-copies')
  return { provider, copies: openFixCopies({ id, peer, instruments }, { ...services, store: parts.fixStore(`copies ${id}`) }) }
}

/** What the file does not say of it is as for the orders. */
function copiesPeer(entry: FixProviderEntry, parts: SourceParts): ReturnType<typeof peerOf> | null {
  const { dropCopy } = entry
  if (dropCopy === undefined) return null
  const given = Object.fromEntries(Object.entries(dropCopy).filter(([, value]) => value !== undefined)) as typeof dropCopy
  const { senderCompId, ...others } = given
  return peerOf({ ...entry, ...others, senderCompId }, parts)
}
