/** A forgotten password: a code to the address of the account, and a new password for it. */
import { resetPassword } from '../../../contract/users'
import { paths } from '../../addresses/paths'
import { redirectWithToast } from '../../cookies/toast.server'
import { textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { loadAreas, wireMobile } from './areas.server'
import {
  accountRequired,
  answerSignIn,
  fieldOf,
  intentOf,
  kindOf,
  missingFields,
  sentCodeOf,
  signInRefusal,
  valuesOf,
} from './form-answer.server'
import { loadBoard } from './load-board.server'
import { accountCookie, endedPrivateCookie } from './private-cookies.server'
import { answerSendCode, readSentCode } from './sent-code.server'
import { type ForgotData, targetOf } from './sign-in-data'

const NO_AREAS = { list: [], usual: '' }

export async function loadForgot(request: Request, context: SiteContext): Promise<ForgotData> {
  const kept = readSentCode(request, context, 'reset')
  const kind = kindOf(new URL(request.url).searchParams.get('type') ?? kept?.kind ?? null)
  const isKept = kept?.kind === kind
  const [t, areas, board] = await Promise.all([fixedT(context), kind === 'mobile' ? loadAreas(context) : NO_AREAS, loadBoard(context)])
  return { title: t('forgot:title'), kind, areas, values: isKept ? kept.values : {}, sent: isKept ? kept.sent : null, board }
}

export async function setNewPassword(request: Request, context: SiteContext) {
  const form = await takeForm(request)
  const kind = kindOf(textOf(form, 'login_type'))
  const values = valuesOf(form)
  const t = await fixedT(context)
  const areaId = fieldOf(form, 'area_id')
  const typed = fieldOf(form, 'account')
  const area = kind === 'mobile' ? (await loadAreas(context)).list.find(({ id }) => id === areaId) : undefined
  const account = kind === 'mobile' ? wireMobile(area, typed) : typed
  if (intentOf(form) === 'send-code') {
    const missing = missingFields(form, { account: accountRequired(kind) }, t)
    if (missing !== null) return answerSignIn({ values, ...missing })
    return answerSendCode(request, context, { purpose: 'reset', kind, account, areaId, target: targetOf(kind, typed, areaId), values })
  }

  const required = {
    account: accountRequired(kind),
    code: 'auth:enterCode',
    password: 'forgot:enterNewPassword',
    re_password: 'auth:repeatThePassword',
  }
  const missing = missingFields(form, required, t)
  if (missing !== null) return answerSignIn({ values, ...missing })
  const reset = await context.broker.as(null).call(resetPassword, {
    type: kind,
    account,
    new_password: fieldOf(form, 'password'),
    secondary_password: fieldOf(form, 're_password'),
    auth_code: sentCodeOf(form),
  })
  if (!reset.ok) return answerSignIn({ values, ...signInRefusal(reset.error, t) })
  const headers = new Headers()
  headers.append('Set-Cookie', endedPrivateCookie('code_reset', context))
  headers.append('Set-Cookie', accountCookie(typed, areaId, context))
  const message = reset.msg === '' ? { textKey: 'forgot:done' } : { text: reset.msg }
  const to = paths.login(kind === 'mobile' ? { type: 'mobile' } : {})
  throw redirectWithToast(to, { kind: 'success', ...message }, context, { headers })
}
