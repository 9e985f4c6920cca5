/** A moment by London's clock, as all times of the desk. */
import { dateTimeFormat } from '../../../language/intl'
import { useSite } from '../../../visitor/site'

const ZONE = { timeZone: 'Europe/London' } as const

export function useMoment(): {
  readonly time: (at: number) => string
  readonly stamp: (at: number) => string
  readonly day: (day: string) => string
  /** Without weekday and year. */
  readonly shortDay: (day: string) => string
  /** To the millisecond, for two clocks beside each other. */
  readonly exactTime: (at: number) => string
} {
  const { language } = useSite()
  const time = dateTimeFormat(language, { hour: '2-digit', minute: '2-digit', ...ZONE })
  const stamp = dateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', ...ZONE })
  const day = dateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const shortDay = dateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const exactTime = dateTimeFormat(language, {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
    ...{ hour12: false, ...ZONE },
  })
  const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`)
  return {
    time: (at) => time.format(at),
    stamp: (at) => stamp.format(at),
    day: (date) => day.format(noonOf(date)),
    shortDay: (date) => shortDay.format(noonOf(date)),
    exactTime: (at) => exactTime.format(at),
  }
}
