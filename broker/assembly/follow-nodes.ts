/**
 * What this node reads again when another one says that it has changed: the settings and the brakes of companies.
 *
 * Invariants: what is laid is what the store holds; one look after the other, so that an older one never follows a newer. What the desk
 * changes on this node is looked at again, too: a look that was under way may have seen what was before.
 */

import { type BrakeRow, standingBrakes } from '../brakes/brake-store'
import type { Brakes } from '../brakes/brakes'
import type { Bus } from '../bus/bus'
import { loggableError } from '../db/loggable-error'
import type { Database } from '../db/open-database'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Logger } from '../ground/logger'
import type { Instrument } from '../market/instrument'
import { laySettings, storedByTenant } from '../settings/tenant-settings'
import type { Terms } from '../terms/open-terms'
import type { Trading } from '../trading/open-trading'

interface NodeFollowerParts {
  readonly bus: Bus
  readonly database: Database
  readonly directory: TenantDirectory
  readonly instruments: readonly Instrument[]
  readonly brakes: Pick<Brakes, 'lay'>
  readonly terms: Pick<Terms, 'changed'>
  readonly logger: Logger
}

/** Resolves when what changed while this node was opening is in force; gives the way to stop. Nothing to do where there is one node. */
export async function followNodes(parts: NodeFollowerParts): Promise<() => Promise<void>> {
  const { bus, logger } = parts
  if (bus.health().kind === 'in-process') return async () => {}
  const looks = [new Look(settingsLook(parts), logger), new Look(brakesLook(parts), logger)] as const
  const [settings, brakes] = looks
  const stops = [
    bus.hear('settings', () => settings.again()),
    bus.hear('brakes', () => brakes.again()),
    bus.onGap(() => {
      for (const look of looks) look.again()
    }),
  ]
  const ended = async () => {
    for (const stop of stops) stop()
    await Promise.all(looks.map((look) => look.idle))
  }
  for (const look of looks) look.again()
  await Promise.all(looks.map((look) => look.idle))
  return ended
}

/** Accounts that another node has changed are read anew; after a gap those are compared that could have. Gives the way to stop. */
export function followAccounts({
  bus,
  trading,
  logger,
}: Pick<NodeFollowerParts, 'bus' | 'logger'> & { readonly trading: Pick<Trading, 'changedElsewhere' | 'catchUp'> }): () => Promise<void> {
  const compare = new Look(() => trading.catchUp(), logger)
  const stops = [bus.hear('account', (account) => trading.changedElsewhere(account), 'others'), bus.onGap(() => compare.again())]
  return async () => {
    for (const stop of stops) stop()
    await compare.idle
  }
}

/** Asked again while it looks, it looks once more. */
class Look {
  #isWanted = false
  #work: Promise<void> | null = null

  constructor(
    private readonly look: () => Promise<void>,
    private readonly logger: Logger,
  ) {}

  again(): void {
    this.#isWanted = true
    this.#work ??= this.#run()
  }

  get idle(): Promise<void> {
    return this.#work ?? Promise.resolve()
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        await this.look()
      }
    } catch (error) {
      this.logger.error({ err: loggableError(error) }, 'what another node has changed could not be read; it is read with the next change')
    } finally {
      this.#work = null
    }
  }
}

/** Of companies whose settings are others than at the last look. */
function settingsLook({ database, directory, instruments, terms, logger }: NodeFollowerParts): () => Promise<void> {
  const laid = new Map<string, string>()
  return async () => {
    const stored = await database.system(storedByTenant)
    for (const [id, settings] of stored) {
      const text = JSON.stringify([...settings].sort((one, other) => (one.key < other.key ? -1 : 1)))
      if (laid.get(id) === text || directory.fileOf(id) === undefined) continue
      laid.set(id, text)
      terms.changed(id)
      laySettings({ directory, instruments, logger }, id, settings)
    }
  }
}

/** Whoever listens to the brakes hears only of those that are others than before. */
function brakesLook({ database, directory, brakes }: NodeFollowerParts): () => Promise<void> {
  return async () => {
    const rows = new Map<string, BrakeRow[]>(directory.tenants.map(({ id }) => [id, []]))
    for (const row of await database.system((tx) => standingBrakes(tx))) rows.set(row.tenantId, [...(rows.get(row.tenantId) ?? []), row])
    for (const [id, standing] of rows) brakes.lay(id, standing)
  }
}
