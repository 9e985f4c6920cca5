/**
 * Reads where a trader wants to be paid: complete, without control characters, written the one way it is kept in, and possible.
 *
 * Invariant: what passes here is stored as it stands; a slip that a checksum can find never becomes a payout method.
 */

import type { Tenant } from '../../contract/tenant'
import { done, type Outcome, refused } from '../calls/handler'
import type { payoutMethod, withdrawCurrency } from '../db/schema'
import { isBankAccount, isBankCode } from '../money-places/bank-place'
import { isChainAddress } from '../money-places/chain-address'

type CurrencyRow = typeof withdrawCurrency.$inferSelect
type MethodRow = typeof payoutMethod.$inferSelect

export type Destination = Pick<MethodRow, 'address' | 'bankName' | 'bankAddress' | 'bankSwift' | 'payeeName' | 'payeeAccount'>

/** The fields of the wire that a type needs, in the order of the form. */
const COIN_FIELDS = ['dc_address'] as const
const BANK_FIELDS = ['payee_name', 'payee_account', 'bank_name', 'bank_swift', 'bank_address'] as const
type DestinationField = (typeof COIN_FIELDS)[number] | (typeof BANK_FIELDS)[number]

/** The wire's numbers for the kinds of a company's file. */
export const PAYOUT_TYPE = { coin: 1, bank: 2 } as const satisfies Record<Tenant['wallet']['withdrawCurrencies'][number]['type'], number>

const NOWHERE: Destination = { address: '', bankName: '', bankAddress: '', bankSwift: '', payeeName: '', payeeAccount: '' }

/** @param fieldName the field as the reader knows it, for the text of a refusal */
export function readDestination(
  input: Partial<Record<DestinationField, string | undefined>>,
  currency: Pick<CurrencyRow, 'type' | 'code' | 'protocol'>,
  fieldName: (field: DestinationField) => string,
): Outcome<Destination> {
  const isCoin = currency.type === PAYOUT_TYPE.coin
  const fields: readonly DestinationField[] = isCoin ? COIN_FIELDS : BANK_FIELDS
  const read = (field: DestinationField) => (input[field] ?? '').normalize('NFC').trim().replace(/ {2,}/g, ' ')
  const hidden = fields.find((field) => /[\p{Cc}\p{Cs}\p{Co}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(read(field)))
  if (hidden !== undefined) return refused('PARAMETER_INVALID', { parameter: hidden })
  const missing = fields.find((field) => read(field) === '')
  if (missing !== undefined) return refused('PAYOUT_FIELDS_REQUIRED', { field: fieldName(missing) })
  if (isCoin) {
    const address = read('dc_address')
    const isAddress = isChainAddress(currency.protocol, address)
    return isAddress ? done({ ...NOWHERE, address }) : refused('PAYOUT_ADDRESS_INVALID', { network: currency.protocol })
  }
  const bankSwift = read('bank_swift').replaceAll(' ', '').toUpperCase()
  if (!isBankCode(bankSwift)) return refused('PAYOUT_SWIFT_INVALID')
  const payeeAccount = read('payee_account').replace(/[\s-]/g, '').toUpperCase()
  if (!isBankAccount(bankSwift, payeeAccount)) return refused('PAYOUT_IBAN_INVALID')
  const bank = { bankName: read('bank_name'), bankAddress: read('bank_address'), payeeName: read('payee_name') }
  return done({ ...NOWHERE, ...bank, bankSwift, payeeAccount })
}

export function isSameDestination(one: Destination, other: Destination): boolean {
  return isSameAddress(one.address, other.address) && one.payeeAccount === other.payeeAccount && one.bankSwift === other.bankSwift
}

/** The same address is written in capitals and in small letters where its case is a checksum only. */
function isSameAddress(one: string, other: string): boolean {
  const isHex = /^0x[0-9a-f]{40}$/i
  return one === other || (isHex.test(one) && isHex.test(other) && one.toLowerCase() === other.toLowerCase())
}
