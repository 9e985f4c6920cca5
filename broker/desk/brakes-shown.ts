/** The brakes of a company as one operator sees them. */
import type { Brake } from '../../contract/desk/risk'
import { askEnd, type BrakeRow, isAsking, isOver } from '../brakes/brake-store'
import { operatorActor } from './desk-handler'

export function shownBrakes(rows: readonly BrakeRow[], watcher: { readonly name: string }, now: number): Brake[] {
  return rows.filter((row) => !isOver(row, now)).map((row) => shownBrake(row, operatorActor(watcher), now))
}

function shownBrake(row: BrakeRow, actor: string, now: number): Brake {
  const { id, target, mode, reason, setBy, setAt, until, keptBy, ask, askUntil, askReason, askBy, askAt } = row
  return {
    id: id.toString(),
    target,
    mode,
    reason,
    by: nameOf(setBy),
    at: setAt,
    until,
    approved_by: nameOf(keptBy),
    ask:
      ask === null || !isAsking(row, now)
        ? null
        : {
            what: ask,
            until: askUntil,
            reason: askReason ?? '',
            by: nameOf(askBy),
            at: askAt ?? setAt,
            ends_at: askEnd(row),
            is_own: askBy === actor,
          },
  }
}

/** An operator's own name is how their colleagues know them. */
export function nameOf(actor: string | null): string {
  return (actor ?? '').replace(/^operator:/, '')
}
