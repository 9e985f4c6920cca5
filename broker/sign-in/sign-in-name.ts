/** The name that somebody signs in with, brought to the one spelling under which it is stored, looked up and counted. */
import { latinDigits } from '../traders/latin-digits'
import { wholeNumber } from '../traders/phone-number'

/** A number that no plan knows stays what was typed: it is looked up and counted like any other that nobody has. */
export function signInName(account: string, type: 'email' | 'mobile'): string {
  if (type === 'email') return account.trim().toLowerCase()
  return wholeNumber(account)?.digits ?? digitsOf(account)
}

export function digitsOf(written: string): string {
  return latinDigits(written).replace(/\D/g, '')
}
