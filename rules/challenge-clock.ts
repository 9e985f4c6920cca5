/**
 * How challenges of fills are answered: of the cases that were opened in the thirty days up to a moment, how each stands then and how many
 * were answered later than promised, and those that wait past their time, whenever they were opened.
 *
 * Invariants: opened = stands + corrected + taken back + waiting, whatever the steps; a late answer stays counted, also where the case
 * goes on. Only steps before the moment count, so that a day that is over is counted the same for ever.
 */
import { DAY_MS, HOUR_MS } from './durations'

export const CHALLENGE_PERIOD_DAYS = 30

export interface ClockedStep {
  readonly step: string
  /** Unix milliseconds. */
  readonly at: number
}

interface ChallengeFigures {
  readonly period_days: number
  readonly promised_hours: number
  readonly opened: number
  readonly stands: number
  readonly corrected: number
  readonly taken_back: number
  /** For the company or for the trader. */
  readonly waiting: number
  /** Cases of the period with an answer that came after its time; asking for more is an answer. */
  readonly answered_late: number
  /** Waiting for the company past their time, whenever they were opened. */
  readonly overdue: number
}

type Standing = 'stands' | 'corrected' | 'taken_back' | 'waiting'
const ENDS: Readonly<Record<string, Standing>> = { stands: 'stands', corrected: 'corrected', withdrawn: 'taken_back' }

interface Course {
  readonly openedAt: number
  readonly standing: Standing
  readonly isLate: boolean
  /** Since when the company is to answer; null while it waits for the trader, and once it has ended. */
  readonly waitsSince: number | null
}

/**
 * @param cases the steps of each, the oldest first
 * @param at the moment that is looked from, Unix milliseconds
 */
export function challengeClock(cases: readonly (readonly ClockedStep[])[], at: number, promisedHours: number): ChallengeFigures {
  const promised = promisedHours * HOUR_MS
  const all = cases.flatMap((steps) => courseOf(steps, at, promised) ?? [])
  const recent = all.filter(({ openedAt }) => openedAt >= at - CHALLENGE_PERIOD_DAYS * DAY_MS)
  const of = (standing: Standing) => recent.filter((one) => one.standing === standing).length
  return {
    period_days: CHALLENGE_PERIOD_DAYS,
    promised_hours: promisedHours,
    opened: recent.length,
    stands: of('stands'),
    corrected: of('corrected'),
    taken_back: of('taken_back'),
    waiting: of('waiting'),
    answered_late: recent.filter(({ isLate }) => isLate).length,
    overdue: all.filter(({ waitsSince }) => waitsSince !== null && at - waitsSince > promised).length,
  }
}

/** The company's time runs from the opening, stands while the trader is asked, and begins anew with what the trader adds then. */
function courseOf(steps: readonly ClockedStep[], at: number, promised: number): Course | null {
  const [opening, ...later] = steps.filter((step) => step.at < at)
  if (opening === undefined) return null
  let course: Course = { openedAt: opening.at, standing: 'waiting', isLate: false, waitsSince: opening.at }
  for (const { step, at: time } of later) {
    const end = ENDS[step]
    if (end !== undefined || step === 'asked') {
      const isLate = step !== 'withdrawn' && course.waitsSince !== null && time - course.waitsSince > promised
      course = { ...course, standing: end ?? 'waiting', isLate: course.isLate || isLate, waitsSince: null }
    } else if (step === 'added' && course.waitsSince === null) course = { ...course, waitsSince: time }
  }
  return course
}
