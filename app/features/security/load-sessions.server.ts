/** Where the trader is signed in, and ending it: here, there, or everywhere else. */
import { data, redirect } from '@remix-run/node'
import { listSessions, revokeSession, revokeSessions } from '../../../contract/sessions'
import { paths } from '../../addresses/paths'
import { brokerErrorToast } from '../../broker-client/broker-error'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { endedSessionCookie } from '../../cookies/session.server'
import { redirectWithToast, toastCookie } from '../../cookies/toast.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { regionName } from '../../language/intl'
import { momentOf } from '../../time/moment.server'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { SessionRow, SessionsData } from './sessions-page'

export async function loadSessions(context: SiteContext): Promise<SessionsData> {
  await requireTrader(context)
  const [t, answer] = await Promise.all([fixedT(context), context.broker.call(listSessions, {})])
  const rows = requireAnswer(answer).map(
    (session): SessionRow => ({
      id: session.id,
      device: session.device,
      kind: session.device_kind,
      address: session.address,
      country: session.country === '' ? '' : regionName(context.language, session.country),
      signedIn: momentOf(session.created_at, context.language),
      lastSeen: momentOf(session.last_seen_at, context.language),
      isCurrent: session.is_current === 1,
    }),
  )
  return { title: t('account:sessions.title'), rows }
}

/** `end` takes the session `id`, `end-others` all but this one. Whoever ends their own session is led to the login page. */
export async function endSessions(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await takeForm(request)
  const id = textOf(form, 'id', longestOf(revokeSession).id)
  const back = paths.mine.sessions()
  if (form.get('intent') === 'end-others') {
    const ended = await context.broker.call(revokeSessions, { scope: 'others' })
    if (!ended.ok) return redirectWithToast(back, brokerErrorToast(ended.error), context)
    return redirectWithToast(back, { kind: 'success', textKey: 'account:sessions.othersEnded' }, context)
  }
  if (form.get('intent') !== 'end' || id === '') throw data({ reason: undefined }, { status: 400 })
  const listed = await context.broker.call(listSessions, {})
  const isCurrent = listed.ok && listed.data.some((session) => session.id === id && session.is_current === 1)
  const ended = await context.broker.call(revokeSession, { id })
  if (!ended.ok) return redirectWithToast(back, brokerErrorToast(ended.error), context)
  if (!isCurrent) return redirectWithToast(back, { kind: 'success', textKey: 'account:sessions.ended' }, context)
  const headers = new Headers()
  headers.append('Set-Cookie', endedSessionCookie(context.isSecure))
  headers.append('Set-Cookie', toastCookie({ kind: 'success', textKey: 'auth:logoutSuccess' }, context.isSecure))
  return redirect(paths.login(), { headers })
}
