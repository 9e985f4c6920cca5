/** Gives the browser a single-use key for its socket; the session token itself never reaches a script. */
import { type ActionFunctionArgs, json } from '@remix-run/node'
import { createSocketTicket } from '../../contract/sessions'

export async function action({ context }: ActionFunctionArgs) {
  if (context.session.token === null) return json({ ticket: null }, { headers: { 'Cache-Control': 'no-store' } })
  const made = await context.broker.call(createSocketTicket, {}, { initial: true })
  // No key means that nobody is signed in any more. A broker that could not be asked is another matter: the page asks again.
  const status = made.ok || made.error.name === 'SESSION_INVALID' ? 200 : 503
  return json({ ticket: made.ok ? made.data.ticket : null }, { status, headers: { 'Cache-Control': 'no-store' } })
}
