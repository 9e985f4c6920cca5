/** Gives the browser a single-use key for its socket; the session token itself never reaches a script. */
import { type ActionFunctionArgs, json } from '@remix-run/node'
import { createSocketTicket } from '../../../contract/sessions'

export async function action({ context }: ActionFunctionArgs) {
  if (context.session.token === null) return json({ ticket: null }, { headers: { 'Cache-Control': 'no-store' } })
  const made = await context.broker.call(createSocketTicket, {}, { initial: true })
  // No key usually means that nobody is signed in any more. A broker that could not be asked, or that gives out none, is another
  // matter: the page goes on without a login and asks again later.
  const body = made.ok ? { ticket: made.data.ticket } : { ticket: null, isUnknown: made.error.name !== 'SESSION_INVALID' }
  return json(body, { headers: { 'Cache-Control': 'no-store' } })
}
