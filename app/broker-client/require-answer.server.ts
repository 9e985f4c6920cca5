/** For what a page cannot be shown without: the data of an answer, or the reason for the error boundary. */
import { data } from '@remix-run/node'
import type { BrokerResult } from './broker.server'
import { BROKER_UNREACHABLE, WINDING_DOWN } from './failure-reasons'

export function requireAnswer<Data>(result: BrokerResult<Data>): Data {
  if (result.ok) return result.data
  const { name, msg } = result.error
  const reason = name === 'NETWORK_ERROR' ? BROKER_UNREACHABLE : undefined
  // What a company no longer does is told on an ordinary page.
  if (name === 'COMPANY_WINDING_DOWN') throw data({ reason: WINDING_DOWN }, { status: 200 })
  throw data({ reason, code: name, message: msg }, { status: 503 })
}
