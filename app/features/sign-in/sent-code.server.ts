/**
 * Sending a code, and remembering in the browser when the next one may be sent: so the countdown and what was typed survive a
 * reload. The pause itself is the broker's; this is only the clock that the person sees.
 */
import { sendEmailCode, sendSmsCode } from '../../../contract/users'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { answerSignIn, signInRefusal } from './form-answer.server'
import { knownDeviceSecret, privateCookie, readPrivate } from './private-cookies.server'
import { type AccountKind, EMPTY_ANSWER, type FieldName, type FormValues, type SentCode } from './sign-in-data'

type CodePurpose = 'register' | 'reset' | 'change'

const PAUSE_SECONDS = 60
/** As long as a code can be used. */
const KEPT_SECONDS = 10 * 60
/** What a code is for, on the wire. */
const WIRE_TYPE = { register: '1', reset: '2', change: '2' } as const satisfies Record<CodePurpose, string>
/** The fields whose words are kept with the pause. */
const KEPT_FIELDS: readonly FieldName[] = ['account', 'area_id', 'mobile_area_id', 'mobile', 'invite_code']

interface KeptCode {
  readonly kind: AccountKind
  readonly target: string
  readonly until: number
  readonly values: FormValues
}

interface CodeRequest {
  readonly purpose: CodePurpose
  readonly kind: AccountKind
  /** Mail address, or E.164 digits. */
  readonly account: string
  readonly areaId: string
  /** `targetOf` what was typed. */
  readonly target: string
  readonly values: FormValues
}

const sentCode = (context: SiteContext, target: string, until: number): SentCode => ({
  target,
  until,
  secondsLeft: Math.max(0, Math.ceil((until - context.now()) / 1000)),
})

function keptCookie(context: SiteContext, { purpose, kind, target, values }: CodeRequest, until: number): string {
  const kept: KeptCode = { kind, target, until, values: Object.fromEntries(KEPT_FIELDS.map((name) => [name, values[name] ?? ''])) }
  return privateCookie(`code_${purpose}`, JSON.stringify(kept), KEPT_SECONDS, context)
}

const isKeptCode = (value: unknown): value is KeptCode => {
  if (typeof value !== 'object' || value === null) return false
  const { kind, target, until, values } = value as Record<string, unknown>
  if (typeof values !== 'object' || values === null || typeof target !== 'string' || typeof until !== 'number') return false
  return (kind === 'email' || kind === 'mobile') && Object.values(values).every((text) => typeof text === 'string')
}

/** The code that was sent from this form not long ago, and what had been typed then. */
export function readSentCode(
  request: Request,
  context: SiteContext,
  purpose: CodePurpose,
): { sent: SentCode; kind: AccountKind; values: FormValues } | null {
  try {
    const kept: unknown = JSON.parse(readPrivate(request, `code_${purpose}`, context) ?? 'null')
    if (!isKeptCode(kept)) return null
    return { sent: sentCode(context, kept.target, kept.until), kind: kept.kind, values: kept.values }
  } catch {
    return null
  }
}

/** Answers the button that sends a code. A refusal because of the pause sets the countdown right. */
export async function answerSendCode(request: Request, context: SiteContext, asked: CodeRequest) {
  const { purpose, kind, account, areaId, target, values } = asked
  // Session and browser say that it is the owner who asks: what strangers ask for is not the owner's.
  const broker = purpose === 'change' ? context.broker : context.broker.as(null)
  const device = knownDeviceSecret(request, context)
  const common = { type: WIRE_TYPE[purpose], ...(device !== undefined && { device }) }
  const result =
    kind === 'mobile'
      ? await broker.call(sendSmsCode, { to: account, area_id: areaId, ...common })
      : await broker.call(sendEmailCode, { to: account, ...common })
  const keep = (seconds: number) => {
    const until = context.now() + seconds * 1000
    return { sent: sentCode(context, target, until), headers: { 'Set-Cookie': keptCookie(context, asked, until) } }
  }
  if (result.ok) {
    const { sent, headers } = keep(PAUSE_SECONDS)
    return answerSignIn({ ...EMPTY_ANSWER, values, sent, isJustSent: true, usesCode: true }, headers)
  }
  const refusal = signInRefusal(result.error, await fixedT(context))
  const seconds = Number(result.error.details.seconds)
  if (result.error.name !== 'CODE_TOO_SOON' || !(seconds > 0 && seconds <= 3600))
    return answerSignIn({ values, usesCode: true, ...refusal })
  const { sent, headers } = keep(seconds)
  return answerSignIn({ values, usesCode: true, sent, ...refusal }, headers)
}
