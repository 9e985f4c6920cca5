/**
 * A company's log as its site serves it, read over the network by whoever keeps no books there.
 *
 * Invariant: no fact is believed whose entry the log does not hold under a checkpoint that one of the company's keys has signed.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Checkpoint, openCheckpoint } from './checkpoint'
import { type CommittedMinute, openMinute, type PricesFact, type PublishedMinute, pricesPath } from './committed-minute'
import { factEntry } from './entry'
import { type Hash, inclusionSpans, isIncluded, leafHash, spanHash, subtreesOf } from './merkle'
import { parseNoteKey } from './note'
import { subtreeReader, tilePath, tilesOf } from './tiles'

/** What is read of a page: an answer of `fetch`, or one that stands for it. */
type Ask = (url: string) => Promise<Pick<Response, 'ok' | 'status' | 'text' | 'json' | 'arrayBuffer'>>

export interface ProvenFact {
  /** Place of its entry in the log. */
  readonly index: number
  readonly kind: string
  readonly at: number
  readonly hash: string
  /** Canonical JSON. */
  readonly document: string
}

interface OpenedCheckpoint extends Checkpoint {
  /** The signed note. */
  readonly note: string
}

export class PublishedLog {
  private opened: OpenedCheckpoint | null = null
  private readonly tiles = new Map<string, Promise<Uint8Array>>()

  /** @param base address of the log, without a slash at its end */
  constructor(
    private readonly base: string,
    private readonly ask: Ask,
  ) {}

  /** Its newest checkpoint, or why there is none: none is served, or none of the keys has signed it. @throws without a connection */
  async open(keys: readonly string[]): Promise<OpenedCheckpoint | 'none' | 'unsigned'> {
    const answer = await this.ask(`${this.base}/checkpoint`)
    if (!answer.ok) return 'none'
    const note = await answer.text()
    const known = keys.flatMap((key) => parseNoteKey(key) ?? [])
    const opened = openCheckpoint(note, known)
    this.opened = opened.ok ? { ...opened.checkpoint, note } : null
    return this.opened ?? 'unsigned'
  }

  /** Facts of these kinds that the log holds, in its order. @param onRead told with the facts that were read so far */
  async facts(kinds: ReadonlySet<string>, onRead: (count: number) => void = () => {}): Promise<ProvenFact[]> {
    const found: ProvenFact[] = []
    let read = 0
    for (let next: number | null = 0; next !== null; ) {
      const page: FactsPage = readFactsPage(await jsonOf(await this.ask(`${this.base}/facts/${next}`)))
      for (const fact of page.facts) {
        const proven = kinds.has(fact.kind) ? await this.proven(fact) : null
        if (proven !== null) found.push(proven)
      }
      read += page.facts.length
      onRead(read)
      next = page.next
    }
    return found
  }

  /** The rules, terms or root of an hour of this hash; null where the log holds none. @throws without a connection */
  async factOf(hash: string): Promise<ProvenFact | null> {
    return (await this.factsOf(hash))[0] ?? null
  }

  /** Each time that the rules, terms or root of an hour of this hash were noted, in the order of the log. @throws without a connection */
  async factsOf(hash: string): Promise<ProvenFact[]> {
    const { facts } = await this.page(`facts/${hash}`)
    return this.prove(facts.filter((fact) => fact.hash === hash))
  }

  /**
   * What is listed of one kind from an entry on, in the order of the log: not proven yet.
   * @param until Unix milliseconds; what was noted later is left out
   * @throws without a connection
   */
  async listed(kind: ListedKind, from: number, until: number): Promise<ListedFact[]> {
    const found: ListedFact[] = []
    for (let next: number | null = from; next !== null; ) {
      const page: FactsPage = await this.page(`facts/${kind}/${next}`)
      found.push(...page.facts.filter((fact) => fact.kind === kind && fact.at <= until))
      next = page.facts.some(({ at }) => at > until) ? null : page.next
    }
    return found
  }

  /** Every promise and every seed of a day, in the order of the log: not proven yet. @param day as 2026-11-27 */
  async listedSeeds(day: string): Promise<ListedFact[]> {
    const { facts } = await this.page(`facts/seed/${day}`)
    return facts.filter(({ kind }) => kind === 'seed')
  }

  /** Those that the log holds. */
  async prove(facts: readonly ListedFact[]): Promise<ProvenFact[]> {
    const proven: ProvenFact[] = []
    for (const fact of facts) {
      const one = await this.proven(fact)
      if (one !== null) proven.push(one)
    }
    return proven
  }

  /** Nothing where there is none. @throws where it cannot be had */
  private async page(path: string): Promise<FactsPage> {
    const answer = await this.ask(`${this.base}/${path}`)
    if (answer.status === 404) return { facts: [], next: null }
    if (!answer.ok) throw new TypeError(`${path}: status ${answer.status}`)
    return readFactsPage(await jsonOf(answer))
  }

  /** With the batches of these instruments; null where nothing is committed of it that the log holds. */
  async minute(minute: number, company: string, codes: ReadonlySet<string>): Promise<PublishedMinute | null> {
    const answer = await this.ask(`${this.base}/${pricesPath(minute)}`)
    if (!answer.ok) return null
    const { document, fact } = (await jsonOf(answer)) as Record<string, unknown>
    const proven = typeof document === 'string' && isPublished(fact) ? await this.proven(fact) : null
    if (typeof document !== 'string' || proven === null) return null
    const said = JSON.parse(proven.document) as PricesFact
    if (said.minute !== minute || said.company !== company) return null
    return { document, hash: said.hash, entry: proven.index, batches: await this.batches(minute, openMinute(document, said.hash), codes) }
  }

  private async batches(minute: number, opened: CommittedMinute | null, codes: ReadonlySet<string>): Promise<Map<string, string>> {
    const wanted = Object.keys(opened?.instruments ?? {}).filter((code) => codes.has(code))
    const read = await Promise.all(
      wanted.map(async (code) => {
        const answer = await this.ask(`${this.base}/${pricesPath(minute, code)}`)
        return answer.ok ? ([[code, await answer.text()]] as const) : []
      }),
    )
    return new Map(read.flat())
  }

  /** Null where the log does not hold it, or it says more than its hash does. */
  private async proven({ index, kind, at, salt, hash, document }: ListedFact): Promise<ProvenFact | null> {
    const { opened } = this
    if (opened === null || salt === null || hash === null || document === null || index >= opened.size) return null
    if (bytesToHex(sha256(utf8ToBytes(document))) !== hash) return null
    const leaf = leafHash(factEntry(hexToBytes(salt), hexToBytes(hash)))
    return isIncluded({ ...opened, index, leaf }, await this.proofOf(index, opened.size)) ? { index, kind, at, hash, document } : null
  }

  private async proofOf(index: number, size: number): Promise<Hash[]> {
    const spans = inclusionSpans(index, size)
    const bytes = new Map<string, Uint8Array>()
    for (const tile of tilesOf(spans.flatMap(subtreesOf), size)) {
      const name = `${tile.level}/${tile.index}`
      const reading = this.tiles.get(name) ?? this.readTile(tilePath(tile))
      this.tiles.set(name, reading)
      bytes.set(name, await reading)
    }
    const read = subtreeReader(({ level, index: at }) => bytes.get(`${level}/${at}`))
    return spans.map((span) => spanHash(span, read))
  }

  private async readTile(path: string): Promise<Uint8Array> {
    const answer = await this.ask(`${this.base}/${path}`)
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array()
  }
}

/** Kinds of which a list of their own is served. */
type ListedKind = 'rules' | 'terms' | 'settings'

/** A fact as a page has it. */
export interface ListedFact {
  readonly index: number
  readonly kind: string
  readonly at: number
  readonly salt: string | null
  readonly hash: string | null
  readonly document: string | null
}

interface FactsPage {
  readonly facts: readonly ListedFact[]
  readonly next: number | null
}

/** @throws TypeError for what is no page of facts */
function readFactsPage(value: unknown): FactsPage {
  const { facts, next } = (value ?? {}) as Record<string, unknown>
  const isPage = Array.isArray(facts) && facts.every(isPublished) && (next === null || Number.isSafeInteger(next))
  if (!isPage) throw new TypeError('no page of facts')
  return { facts, next: next as number | null }
}

const HEX = /^(?:[0-9a-f]{2})+$/

function isPublished(value: unknown): value is ListedFact {
  if (typeof value !== 'object' || value === null) return false
  const { index, kind, at, salt, hash, document } = value as Record<string, unknown>
  const isPlaced = Number.isSafeInteger(index) && (index as number) >= 0 && Number.isSafeInteger(at) && typeof kind === 'string'
  const isHex = [salt, hash].every((text) => text === null || (typeof text === 'string' && HEX.test(text)))
  return isPlaced && isHex && (document === null || typeof document === 'string')
}

const jsonOf = (answer: { json(): Promise<unknown> }): Promise<unknown> => answer.json()
