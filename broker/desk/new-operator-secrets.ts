/** The first password and the authenticator's secret of an operator, drawn here. */
import { randomInt } from 'node:crypto'
import { OperatorRefusal } from '../operator-door/operator-socket'
import { hashPassword } from '../secrets/password-hash'
import { type NewSecrets, newAuthenticatorSecret } from './operators'

/** Letters and digits that nobody mistakes for one another: 32 of them, 100 bits in 20. */
const PASSWORD_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

export async function newSecrets(): Promise<NewSecrets & { readonly password: string }> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  if (passwordHash === 'busy') throw new OperatorRefusal('the server is busy; try again')
  return { password, passwordHash, secret: newAuthenticatorSecret() }
}
