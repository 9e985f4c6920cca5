/** What the list of notices shows, and where a notice leads. */
import { paths } from '../../addresses/paths'
import type { Moment } from '../../time/local-time'

export interface ShownNotice {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly text: string
  readonly at: Moment
  readonly isRead: boolean
}

export interface NoticesData {
  readonly title: string
  /** Newest first. */
  readonly notices: readonly ShownNotice[]
  readonly total: number
  readonly unread: number
  /** How many pages of notices are shown. */
  readonly pages: number
  readonly canShowMore: boolean
}

/** The page that a notice is about; null where there is none. */
export function placeOf(kind: string): string | null {
  if (kind.startsWith('deposit-')) return paths.mine.charge()
  if (kind.startsWith('withdrawal-')) return paths.mine.withdraw()
  if (kind.startsWith('identity-')) return paths.mine.auth()
  if (kind === 'terms-changed' || kind === 'stop-out-changed') return paths.orders()
  if (kind === 'price-reached') return paths.mine.alerts()
  if (kind === 'sessions-ended') return paths.mine.sessions()
  return null
}
