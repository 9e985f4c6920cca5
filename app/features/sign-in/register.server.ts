/** Opening an account: the form's data, its code or image, and the call itself, with or without JavaScript. */
import { redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { getBasicInfo, getSetting } from '../../../contract/companies'
import { register } from '../../../contract/users'
import { paths } from '../../addresses/paths'
import { safeReturnPath } from '../../addresses/route-access'
import { redirectWithToast } from '../../cookies/toast.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { loadAreas, wireMobile } from './areas.server'
import { loadCaptcha } from './captcha.server'
import {
  type AnswerParts,
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
import { turnAwayRealTrader } from './login.server'
import { deviceSecret, endedPrivateCookie, signedInHeaders } from './private-cookies.server'
import { answerSendCode, readSentCode } from './sent-code.server'
import { type AccountKind, type Areas, type MobileField, type RegisterData, targetOf } from './sign-in-data'

const IMAGE_CAPTCHA = 2
const MOBILE_FIELDS: Readonly<Record<number, MobileField>> = { 1: 'area-and-number', 3: 'number' }

async function loadMobileField(context: SiteContext): Promise<MobileField> {
  const setting = await context.broker.as(null).call(getSetting, { key: 'is_show_mobile' })
  return (setting.ok ? MOBILE_FIELDS[setting.data.value] : undefined) ?? 'none'
}

async function asksForImage(context: SiteContext): Promise<boolean> {
  const settings = await context.broker.as(null).call(getBasicInfo, {})
  return settings.ok && settings.data.verify_reg_type === IMAGE_CAPTCHA
}

export async function loadRegister(request: Request, context: SiteContext): Promise<RegisterData> {
  // Its own traders may still look here: what they can do is said where they land.
  if (context.tenant?.status === 'wind-down') throw redirect(paths.user())
  const query = new URL(request.url).searchParams
  const from = safeReturnPath(query.get('from'))
  await turnAwayRealTrader(context, from)
  const kept = readSentCode(request, context, 'register')
  const asked = query.get('type')
  const kind = kindOf(asked ?? kept?.kind ?? null)
  const isKept = kept?.kind === kind
  const [t, areas, board, mobileField, isImage] = await Promise.all([
    fixedT(context),
    loadAreas(context),
    loadBoard(context),
    loadMobileField(context),
    asksForImage(context),
  ])
  const verify = isImage && !isKept ? 'captcha' : 'code'
  return {
    title: t('auth:openAnAccount'),
    kind,
    from,
    areas,
    mobileField: kind === 'mobile' ? 'none' : mobileField,
    verify,
    captcha: verify === 'captcha' ? await loadCaptcha(context) : null,
    inviteCode: (query.get('invite_code') ?? '').trim().slice(0, longestOf(register).invite_code),
    values: isKept ? kept.values : {},
    sent: isKept ? kept.sent : null,
    board,
  }
}

/** The number beside a mail address, as the wire wants it; empty where none was typed. */
function besideMobile(form: FormData, { list }: Areas): string {
  const typed = fieldOf(form, 'mobile')
  const areaId = fieldOf(form, 'mobile_area_id') || fieldOf(form, 'area_id')
  return typed === ''
    ? ''
    : wireMobile(
        list.find(({ id }) => id === areaId),
        typed,
      )
}

function incompleteParts(form: FormData, kind: AccountKind, usesCode: boolean, t: TFunction): AnswerParts | null {
  return missingFields(
    form,
    {
      account: accountRequired(kind),
      code: usesCode ? 'auth:enterCode' : 'auth:captcha.enter',
      password: 'auth:enterPassword',
      re_password: 'auth:repeatThePassword',
      ...(form.has('mobile') ? { mobile: 'auth:enterPhone' } : {}),
      consent: 'auth:consentRequired',
    },
    t,
  )
}

export async function openAccount(request: Request, context: SiteContext) {
  const form = await takeForm(request)
  const intent = intentOf(form)
  const kind = kindOf(textOf(form, 'login_type'))
  const values = valuesOf(form)
  const usesCode = textOf(form, 'verify') !== 'captcha' || intent === 'use-code'
  if (intent === 'use-code' || intent === 'new-captcha') return answerSignIn({ values, usesCode })

  const [t, areas] = await Promise.all([fixedT(context), loadAreas(context)])
  const areaId = fieldOf(form, 'area_id')
  const typed = fieldOf(form, 'account')
  const account =
    kind === 'mobile'
      ? wireMobile(
          areas.list.find(({ id }) => id === areaId),
          typed,
        )
      : typed
  if (intent === 'send-code') {
    const missing = missingFields(form, { account: accountRequired(kind) }, t)
    if (missing !== null) return answerSignIn({ values, usesCode, ...missing })
    return answerSendCode(request, context, { purpose: 'register', kind, account, areaId, target: targetOf(kind, typed, areaId), values })
  }

  const incomplete = incompleteParts(form, kind, usesCode, t)
  if (incomplete !== null) return answerSignIn({ values, usesCode, ...incomplete })
  const device = deviceSecret(request, context)
  const opened = await context.broker.call(
    register,
    {
      type: kind,
      area_id: areaId,
      account,
      password: fieldOf(form, 'password'),
      re_password: fieldOf(form, 're_password'),
      // What nobody has is refused; the box under the field opens the account without it.
      invite_code: fieldOf(form, 'without_invite') === '1' ? '' : fieldOf(form, 'invite_code'),
      sms_code: sentCodeOf(form),
      key: usesCode ? '' : textOf(form, 'key', longestOf(register).key),
      mobile: kind === 'mobile' ? '' : besideMobile(form, areas),
      device,
    },
    { initial: true },
  )
  if (!opened.ok) return answerSignIn({ values, usesCode, ...signInRefusal(opened.error, t) })
  const headers = signedInHeaders(opened.data.token, device, context)
  headers.append('Set-Cookie', endedPrivateCookie('code_register', context))
  const to = safeReturnPath(textOf(form, 'from')) ?? paths.home()
  throw redirectWithToast(to, { kind: 'success', textKey: 'auth:welcome' }, context, { headers })
}
