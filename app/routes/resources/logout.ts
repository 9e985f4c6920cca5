/** Ends the session at the broker and in the browser. The cookie goes even when the broker cannot be reached. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { endedSessionCookie } from '~/cookies/session.server'
import { redirectWithToast } from '~/cookies/toast.server'
import { logout } from '../../../contract/sessions'

export function loader() {
  throw redirect(paths.mine.system())
}

export async function action({ context }: ActionFunctionArgs) {
  if (context.session.token !== null) await context.broker.call(logout, {}, { initial: true })
  return redirectWithToast(paths.home(), { kind: 'success', textKey: 'auth:logoutSuccess' }, context, {
    headers: { 'Set-Cookie': endedSessionCookie(context.isSecure) },
  })
}
