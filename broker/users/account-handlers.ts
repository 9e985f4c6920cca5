/** Opening an account and its password: registration, sent codes, image captcha, forgotten and changed passwords, invitations. */
import type { Handlers } from '../http/handler'
import type { UserServices } from './user-services'

export function accountHandlers(_services: UserServices): Handlers {
  return {}
}
