/** Challenges of fills in the site's words. */
import type { Challenge, ChallengedFill, challengeFill, previewChallenge, RulesAnswer } from '../../contract/challenges'
import type { DeskChallenge, DeskChallengeItem } from '../../contract/desk/disputes'
import type { OutputOf } from '../../contract/endpoint'
import { type InOwnNames, inOwnNames } from './own-names'

export type ShownAnswer = InOwnNames<RulesAnswer>
export type ShownFill = InOwnNames<ChallengedFill>
export type ShownTick = ReturnType<typeof readTick>
export type ChallengeLine = InOwnNames<OutputOf<typeof challengeFill>>
export type ShownChallenge = ReturnType<typeof readChallenge>
export type DeskCase = ReturnType<typeof readDeskCase>

export const readPreview = (wire: OutputOf<typeof previewChallenge>) => inOwnNames(wire)
export const readChallengeLine = (wire: OutputOf<typeof challengeFill>): ChallengeLine => inOwnNames(wire)
export const readDeskLine = (wire: DeskChallenge): InOwnNames<DeskChallenge> => inOwnNames(wire)

const readTick = (tick: Challenge['ticks'][number]) => ({
  source: tick.Source,
  seq: tick.Seq,
  bid: tick.Bid,
  ask: tick.Ask,
  time: tick.Time,
  verdict: tick.Verdict,
  isTraded: tick.IsTraded,
})

export const readChallenge = ({ ticks, ...wire }: Challenge) => ({ ...inOwnNames(wire), ticks: ticks.map(readTick) })
export const readDeskCase = ({ ticks, ...wire }: DeskChallengeItem) => ({ ...inOwnNames(wire), ticks: ticks.map(readTick) })
