/** Two-step sign-in: turning it on and off, recovery codes, and the second half of a sign-in. */
import type { Handlers } from '../http/handler'
import type { UserServices } from './user-services'

export function twoStepHandlers(_services: UserServices): Handlers {
  return {}
}
