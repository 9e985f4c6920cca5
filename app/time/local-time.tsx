import { dateTimeFormat } from '../language/intl'
import { useHydrated } from '../ui/use-hydrated'
import { useSite } from '../visitor/site'

export const MOMENT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }

export interface Moment {
  /** Unix milliseconds. */
  readonly at: number
  /** As the server writes it, with its zone. */
  readonly text: string
}

/**
 * A moment by the visitor's own clock, because that is how they remember when they were here. The server does not know that zone:
 * its words name their own and stand until scripts are at work.
 */
export function LocalTime({ moment }: { moment: Moment }) {
  const { language } = useSite()
  const hasScripts = useHydrated()
  return (
    <time dateTime={new Date(moment.at).toISOString()}>
      {hasScripts ? dateTimeFormat(language, MOMENT).format(moment.at) : moment.text}
    </time>
  )
}
