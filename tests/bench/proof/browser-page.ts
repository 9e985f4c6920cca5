/** What the bench's page runs in the browser: the product's own checks, and how long they take. */
import type { DayMessage } from '../../../app/features/receipts/day/day-worker'
import type { DayGiven } from '../../../app/features/receipts/day/verify-day'
import { checkInclusion } from '../../../app/features/solvency/check-inclusion'
import type { OwnPart } from './solvency'

export interface CheckedDay {
  /** Milliseconds until the last receipt's place in the log was known. */
  readonly ms: number
  /** How many receipts passed, and how often the page was told how far it is. */
  readonly passed: number
  readonly told: number
  readonly problem: string | null
}

/** The worker of `/verify/day`, as the page starts it. */
function checkDay(given: Omit<DayGiven, 'texts'> & { readonly count: number }): Promise<CheckedDay> {
  return new Promise((resolve, reject) => {
    void fetch('/receipts.json')
      .then((answer) => answer.text())
      .then((text) => {
        const worker = new Worker('/worker.js')
        const begun = performance.now()
        let [told, known, passed] = [0, 0, 0]
        const end = (problem: string | null) => {
          worker.terminate()
          resolve({ ms: performance.now() - begun, passed, told, problem })
        }
        worker.addEventListener('error', ({ message }) => reject(new Error(message)))
        worker.addEventListener('message', ({ data }: MessageEvent<DayMessage>) => {
          told += 1
          if (data.kind === 'problem') end(data.problem)
          if (data.kind !== 'row' || data.phase !== 'log') return
          known += 1
          if (data.row.fault === null && data.row.log?.outcome === 'passed') passed += 1
          if (known === given.count) end(null)
        })
        worker.postMessage({ ...given, texts: [text], remembered: {} })
      }, reject)
  })
}

/** Milliseconds of one check, the first of a page that stands: what a trader waits for. */
function checkOwnPart({ newest, uid }: OwnPart): { readonly ms: number; readonly isIncluded: boolean } {
  const begun = performance.now()
  const { addsUp, isIncluded } = checkInclusion(newest, uid)
  return { ms: performance.now() - begun, isIncluded: addsUp && isIncluded }
}

Object.assign(window, { candor: { checkDay, checkOwnPart } })

declare global {
  interface Window {
    readonly candor: { readonly checkDay: typeof checkDay; readonly checkOwnPart: typeof checkOwnPart }
  }
}
