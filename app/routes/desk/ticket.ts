/** Gives the desk's page a single-use key for its socket; the operator's token itself never reaches a script. */
import { type ActionFunctionArgs, json } from '@remix-run/node'
import { requireDesk } from '~/visitor/desk-guards.server'
import { createDeskTicket } from '../../../contract/desk/session'

export async function action({ context }: ActionFunctionArgs) {
  requireDesk(context)
  if (context.desk.token === null) return json({ ticket: null }, { headers: { 'Cache-Control': 'no-store' } })
  const made = await context.desk.broker.call(createDeskTicket, {}, { initial: true })
  const body = made.ok ? { ticket: made.data.ticket } : { ticket: null, isUnknown: made.error.name !== 'SESSION_INVALID' }
  return json(body, { headers: { 'Cache-Control': 'no-store' } })
}
