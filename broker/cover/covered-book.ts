/** What is held at the providers, in memory: as the tables have it, after every commit. */
import type { Fixed } from '../../rules/decimal'
import type { Database } from '../db/open-database'
import { coverPosition } from '../db/schema'
import type { CoverKey, CoverPosition } from './book-fills'

export class CoveredBook {
  readonly #positions = new Map<string, Map<string, CoverPosition>>()

  static async load(database: Database): Promise<CoveredBook> {
    const book = new CoveredBook()
    const rows = await database.system((tx) => tx.select().from(coverPosition))
    for (const { tenantId, provider, instrumentCode: code, quantity, cost, result, fills } of rows)
      book.set({ tenantId, provider, code }, { quantity, cost: BigInt(cost), result, fills })
    return book
  }

  /** An older state never replaces a newer one. */
  set({ tenantId, provider, code }: CoverKey, position: CoverPosition): void {
    const name = nameOf(tenantId, code)
    const own = this.#positions.get(name) ?? new Map<string, CoverPosition>()
    this.#positions.set(name, own)
    if ((own.get(provider)?.fills ?? 0) <= position.fills) own.set(provider, position)
  }

  /** By provider. */
  of(tenantId: string, code: string): ReadonlyMap<string, CoverPosition> {
    return this.#positions.get(nameOf(tenantId, code)) ?? new Map()
  }

  /** At all providers together. */
  covered(tenantId: string, code: string): Fixed {
    let sum = 0n
    for (const { quantity } of this.of(tenantId, code).values()) sum += quantity
    return sum
  }

  keys(): readonly { readonly tenantId: string; readonly code: string }[] {
    return [...this.#positions.keys()].map((name) => {
      const [tenantId = '', code = ''] = name.split(' ')
      return { tenantId, code }
    })
  }
}

function nameOf(tenantId: string, code: string): string {
  return `${tenantId} ${code}`
}
