/** Opening an account and its password: registration, sent codes, image captcha, forgotten and changed passwords, invitations. */
import type { SomeHandlers } from '../calls/handler'
import { inviteHandler } from '../traders/invite'
import { captchaHandler } from './captcha'
import { changePasswordHandler } from './change-password'
import { registerHandler } from './register'
import { resetPasswordHandler } from './reset-password'
import { sendEmailHandler, sendSmsHandler } from './send-code'
import type { UserServices } from './user-services'

export function accountHandlers(services: UserServices) {
  return {
    getCaptcha: captchaHandler(services),
    sendEmailCode: sendEmailHandler(services),
    sendSmsCode: sendSmsHandler(services),
    register: registerHandler(services),
    resetPassword: resetPasswordHandler(services),
    changePassword: changePasswordHandler(services),
    getInvite: inviteHandler,
  } satisfies SomeHandlers
}
