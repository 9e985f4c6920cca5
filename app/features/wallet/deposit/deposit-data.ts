/** What the deposit page shows, and how its form answers. */

import { divide, FIXED_ONE, formatFixed, isFixedText, parseFixed } from '../../../../rules/decimal'
import type { KeyedAnswer } from '../../../forms/keyed-answer'
import type { MoneyStatus } from '../../../terms/review'
import type { Moment } from '../../../time/local-time'
import type { QrDrawing } from '../../../ui'

/** The wire's numbers: 0 coin, 1 bank. */
export type DepositKind = '0' | '1'

export interface NetworkChoice {
  readonly id: string
  readonly currency: string
  readonly protocol: string
  readonly address: string
  readonly qr: QrDrawing
}

export interface AccountChoice {
  readonly id: string
  readonly coin: string
  readonly bankName: string
  readonly bankAddress: string
  readonly swift: string
  readonly payee: string
  readonly account: string
  readonly reference: string
  /** USDT for one unit of the coin. */
  readonly rate: string
}

export interface DepositRecord {
  readonly id: string
  readonly isCoin: boolean
  readonly currency: string
  readonly protocol: string
  readonly at: Moment
  readonly amount: string
  /** 0 unchecked, 1 completed, 2 rejected, 3 invalid. */
  readonly status: MoneyStatus
  readonly remark: string
  /** USDT; empty until something was credited. */
  readonly credited: string
}

export interface DepositData {
  readonly title: string
  readonly type: DepositKind
  /** Of a coin deposit; empty for a bank. */
  readonly networks: readonly NetworkChoice[]
  /** Of a bank deposit; empty for a coin. */
  readonly accounts: readonly AccountChoice[]
  /** Id of the network or account that the address of the page names; null for none. */
  readonly chosen: string | null
  /** What the account holds, USDT. */
  readonly balance: string
  readonly records: readonly DepositRecord[]
  readonly total: number
  /** How many pages of records are shown. */
  readonly pages: number
  /** Makes sending the form again safe: a new one for every form. */
  readonly formKey: string
}

export type DepositField = 'amount' | 'proof' | 'place'

export interface DepositAnswer extends KeyedAnswer<DepositField> {
  readonly amount: string
  /** The amount that the next press confirms, as the wire takes it; empty unless it was asked for once more. */
  readonly confirm: string
  /** Id of the network or account that was chosen. */
  readonly place: string
  /** Address of the proof that is kept; empty where it must be added again. */
  readonly proof: string
}

const CHAIN_NAMES: Readonly<Record<string, string>> = { TRC20: 'TRON', ERC20: 'Ethereum', BEP20: 'BNB Chain' }

/** The chain behind a token standard; empty where the protocol is the name itself. */
export const chainName = (protocol: string): string => CHAIN_NAMES[protocol] ?? ''

/** An address in groups of four, which people compare by eye. */
export const inFours = (address: string): string[] => address.match(/.{1,4}/g) ?? []

/** What would be credited, in USDT, rounded as the desk rounds; null where there is no amount or no rate. */
export function creditOf(amount: string, rate: string): string | null {
  if (!isFixedText(amount) || !isFixedText(rate) || parseFixed(amount) <= 0n) return null
  return formatFixed(divide(parseFixed(amount) * parseFixed(rate), FIXED_ONE, 'down'))
}
