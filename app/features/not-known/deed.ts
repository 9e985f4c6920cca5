/** What a sending was meant to do, read from its form; told apart where people call it by different words. */

import { paths } from '../../addresses/paths'
import type { OpenSending } from '../../line/line-state'

export type Deed = 'order' | 'close' | 'deposit' | 'withdrawal' | 'other'

type SentForm = Pick<OpenSending, 'page' | 'fields'>

export function deedOf({ page, fields }: SentForm): Deed {
  if (page === paths.trade()) return 'order'
  if (page === paths.orders()) return fields.intent === 'close' ? 'close' : 'other'
  if (page === paths.mine.charge()) return 'deposit'
  return page === paths.mine.withdraw() && fields.intent === 'submit' ? 'withdrawal' : 'other'
}

/** The open order or position that it changes or ends; null where it is none, or several. */
export const changedOrderId = ({ page, fields }: SentForm): string | null =>
  page === paths.orders() && fields.id !== undefined ? fields.id : null

/** Its own screen shows it in place of the form; everywhere else a message does. */
export const isShownBy = (sending: SentForm, pathname: string): boolean =>
  sending.page === pathname && ['order', 'deposit', 'withdrawal'].includes(deedOf(sending))

/** What people name it by: the beginning of the key under which it is kept, "7F3A-20CD". */
export function referenceOf({ key, fields }: Pick<OpenSending, 'key' | 'fields'>): string {
  const letters = (fields.key ?? fields.form_key ?? key).replaceAll('-', '').toUpperCase()
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}`
}
