/** For what a page cannot be shown without: the data of an answer, or the reason for the error boundary. */
import { data } from '@remix-run/node'
import type { BrokerResult } from './broker.server'
import { BROKER_UNREACHABLE } from './failure-reasons'

export function requireAnswer<Data>(result: BrokerResult<Data>): Data {
  if (result.ok) return result.data
  const { name, msg } = result.error
  const reason = name === 'NETWORK_ERROR' ? BROKER_UNREACHABLE : undefined
  throw data({ reason, code: name, message: msg }, { status: 503 })
}
