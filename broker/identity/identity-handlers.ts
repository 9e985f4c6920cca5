/** Pictures and real-name verification. */
import type { Handlers } from '../http/handler'
import type { IdentityServices } from './identity-services'

export function identityHandlers(_services: IdentityServices): Handlers {
  return {}
}
