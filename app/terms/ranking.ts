/** Who is ranked by their own trades, and how a trader is shown there. */
import type { RankingEntry as WireEntry, RankingProfile as WireProfile } from '../../contract/users'
import { type InOwnNames, inOwnNames } from './own-names'

/** Rates and shares are percent, decimal text; `multiple` is empty where no order had leverage. */
export type RankingEntry = InOwnNames<WireEntry>

export const readRankingEntry = (wire: WireEntry): RankingEntry => inOwnNames(wire)

export interface RankingProfile {
  readonly showsName: boolean
  readonly name: string
}

export const readRankingProfile = (wire: WireProfile): RankingProfile => ({ showsName: wire.shows_name === 1, name: wire.name })
