/**
 * Whether money can arrive at a bank account: the bank's code, and the account's checksum where the bank's country has IBANs.
 */
import { countrySpecs, isValidBIC, isValidIBAN } from 'ibantools'

export function isBankCode(swift: string): boolean {
  return isValidBIC(swift.toUpperCase())
}

/** `swift` says the country: where it has IBANs the account must be one, elsewhere its form is the bank's own. */
export function isBankAccount(swift: string, account: string): boolean {
  const country = swift.slice(4, 6).toUpperCase()
  const plain = account.replace(/[\s-]/g, '').toUpperCase()
  // What is written like an IBAN is one, wherever the bank sits: a slip in its digits is not another kind of account.
  const looksLikeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(plain) && countrySpecs[plain.slice(0, 2)]?.IBANRegistry === true
  const needsIban = countrySpecs[country]?.IBANRegistry === true
  return needsIban || looksLikeIban ? isValidIBAN(plain) : /^[A-Z0-9]{4,34}$/.test(plain)
}
