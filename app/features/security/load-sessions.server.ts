/** Where the trader is signed in, and ending it: here, there, or everywhere else. */
import { data, redirect } from '@remix-run/node'
import { listSessions, revokeSession, revokeSessions } from '../../../contract/sessions'
import { brokerErrorToast } from '../../platform/broker-error'
import { requireTrader } from '../../platform/guards.server'
import { fixedT } from '../../platform/i18n.server'
import { regionName } from '../../platform/intl'
import type { SiteContext } from '../../platform/load-context.server'
import { paths } from '../../platform/paths'
import { requireAnswer } from '../../platform/require-answer.server'
import { endedSessionCookie } from '../../platform/session.server'
import { takeForm } from '../../platform/take-form.server'
import { redirectWithToast, toastCookie } from '../../platform/toast.server'
import { momentOf } from '../../time/moment.server'
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

/** `end` takes the session `id`, `end-others` all but this one. Whoever ends his own session is led to the login page. */
export async function endSessions(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await takeForm(request)
  const id = String(form.get('id') ?? '').slice(0, 64)
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
