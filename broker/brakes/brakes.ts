/**
 * What the companies' risk desks hold back just now, in memory: asked with every order and every quote.
 *
 * Invariants: what is laid is what the store holds after a commit; a brake ends at its time whether or not anybody looks, and whoever
 * listens is told within a quarter of a second of every one that came, changed or went.
 */
import { EVERY_INSTRUMENT } from '../../contract/desk/brake-terms'
import type { Database } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { BrakeInForce } from '../market/instrument-terms'
import type { BrakeBoard, BrakesInForce } from '../market/pricing'
import { type BrakeRow, isOver, standingBrakes } from './brake-store'

type Listener = Parameters<BrakeBoard['onChange']>[0]

interface Laid {
  readonly rows: readonly BrakeRow[]
  readonly inForce: BrakesInForce
  /** When the next of them ends. */
  readonly nextEnd: number
}

const NOTHING: BrakesInForce = { ofAll: null, byCode: new Map() }
const LOOK_EVERY_MS = 250

export class Brakes implements BrakeBoard {
  readonly #laid = new Map<string, Laid>()
  readonly #listeners = new Set<Listener>()

  constructor(private readonly clock: Clock) {}

  inForce(tenantId: string): BrakesInForce {
    const laid = this.#laid.get(tenantId)
    if (laid === undefined) return NOTHING
    return laid.nextEnd > this.clock.now() ? laid.inForce : this.#lay(tenantId, laid.rows).inForce
  }

  /** Takes over what the store holds of a company. */
  lay(tenantId: string, rows: readonly BrakeRow[]): void {
    this.#lay(tenantId, rows)
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends what is over, for whoever listens. */
  look(): void {
    for (const tenantId of this.#laid.keys()) this.inForce(tenantId)
  }

  #lay(tenantId: string, all: readonly BrakeRow[]): Laid {
    const now = this.clock.now()
    const rows = all.filter((row) => !isOver(row, now))
    const before = this.#laid.get(tenantId)?.inForce ?? NOTHING
    const laid = { rows, inForce: inForceOf(rows), nextEnd: Math.min(...rows.map(({ until }) => until ?? Number.POSITIVE_INFINITY)) }
    this.#laid.set(tenantId, laid)
    const codes = changedCodes(before, laid.inForce)
    if (codes.length > 0) for (const listener of this.#listeners) listener(tenantId, codes)
    return laid
  }
}

function inForceOf(rows: readonly BrakeRow[]): BrakesInForce {
  const brakes = rows.map(({ target, mode, reason, until }) => [target, { mode, reason, until }] as const)
  const ofAll = brakes.find(([target]) => target === EVERY_INSTRUMENT)?.[1] ?? null
  return { ofAll, byCode: new Map(brakes.filter(([target]) => target !== EVERY_INSTRUMENT)) }
}

function changedCodes(before: BrakesInForce, after: BrakesInForce): readonly string[] | 'all' {
  if (!isSame(before.ofAll, after.ofAll)) return 'all'
  const codes = new Set([...before.byCode.keys(), ...after.byCode.keys()])
  return [...codes].filter((code) => !isSame(before.byCode.get(code) ?? null, after.byCode.get(code) ?? null))
}

function isSame(one: BrakeInForce | null, other: BrakeInForce | null): boolean {
  return one?.mode === other?.mode && one?.reason === other?.reason && one?.until === other?.until
}

/** Before anything trades: what was held back when the last process ended is held back still. */
export async function openBrakes(database: Database, clock: Clock): Promise<{ readonly brakes: Brakes; readonly close: () => void }> {
  const brakes = new Brakes(clock)
  const rows = await database.system((tx) => standingBrakes(tx))
  for (const tenantId of new Set(rows.map((row) => row.tenantId)))
    brakes.lay(
      tenantId,
      rows.filter((row) => row.tenantId === tenantId),
    )
  const timer = setInterval(() => brakes.look(), LOOK_EVERY_MS)
  timer.unref()
  return { brakes, close: () => clearInterval(timer) }
}
