/**
 * Margin calls: a trader is told when the margin level falls to 100 % (all equity is bound as margin) and to 75 %. A level at
 * or under the stop-out level is not told: there the positions close.
 *
 * A call counts as over once the level is 5 points above it, so that a price which trembles at the border does not repeat it.
 */
import { FIXED_ONE, type Fixed } from './decimal'

export const MARGIN_CALL_LEVELS = [100, 75] as const
export type MarginCallLevel = (typeof MARGIN_CALL_LEVELS)[number]
const RECOVERY_POINTS = 5n

/** The lowest call that a margin level (percent, Fixed) has reached; 0 for none. */
export function marginCallAt(level: Fixed, stopOutLevel: Fixed): MarginCallLevel | 0 {
  let called: MarginCallLevel | 0 = 0
  for (const call of MARGIN_CALL_LEVELS) if (callLevel(call) > stopOutLevel && level <= callLevel(call)) called = call
  return called
}

/** The margin level from which a call that was told is over. */
export function recoveryLevel(told: number): Fixed {
  return callLevel(told) + RECOVERY_POINTS * FIXED_ONE
}

/** What remains told at this level: each call that is not over yet. */
export function stillCalled(level: Fixed | null, told: number): MarginCallLevel | 0 {
  if (level === null) return 0
  return MARGIN_CALL_LEVELS.findLast((call) => call >= told && level < recoveryLevel(call)) ?? 0
}

/** The call that would be told next on the way down; 0 when there is none above the stop-out level. */
export function nextMarginCall(told: number, stopOutLevel: Fixed): MarginCallLevel | 0 {
  return MARGIN_CALL_LEVELS.find((call) => (told === 0 || call < told) && callLevel(call) > stopOutLevel) ?? 0
}

function callLevel(call: number): Fixed {
  return BigInt(call) * FIXED_ONE
}
