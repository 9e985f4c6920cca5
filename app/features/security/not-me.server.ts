/** Freezes the account that a mail's key names. Only a post does; looking at the page changes nothing. */
import { data } from '@remix-run/node'
import { freezeAccount } from '../../../contract/sessions'
import { textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { keyOf, type NotMeAnswer } from './not-me-key'

export async function freeze(context: SiteContext, request: Request) {
  const form = await takeForm(request)
  const token = keyOf(textOf(form, 'token'))
  const t = await fixedT(context)
  if (token === '') return data<NotMeAnswer>({ isFrozen: false, message: t('account:notMe.keyMissing') }, { status: 422 })
  const frozen = await context.broker.as(null).call(freezeAccount, { token })
  if (frozen.ok) return data<NotMeAnswer>({ isFrozen: true, message: '' })
  return data<NotMeAnswer>({ isFrozen: false, message: frozen.error.msg || t('public:connection.askAgain') }, { status: 422 })
}
