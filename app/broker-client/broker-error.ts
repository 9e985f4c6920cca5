/** How a broker's failure is told to the person: in the server's own words where it had any, else in ours. */

import type { ToastMessage } from '../cookies/toast-message'
import type { BrokerError } from './broker.server'

export function brokerErrorToast(error: BrokerError): ToastMessage {
  if (error.msg !== '') return { kind: 'error', text: error.msg }
  const textKey = error.name === 'NETWORK_ERROR' ? 'public:networkError' : 'public:unknownError'
  return { kind: 'error', textKey, values: { code: error.name === 'NETWORK_ERROR' ? 'NETWORK' : String(error.code) } }
}
