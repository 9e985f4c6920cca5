/**
 * The instrument and period last looked at: an address without them leads back there; the leverage last chosen and
 * the lots last ordered for each. A habit of the device, not of a
 * trader; what a trader has filled in lives in the tab state instead. Written in effects only, so it stays empty on the server.
 */
import Cookies from 'js-cookie'
import type { Period } from '../../../../contract/primitives'
import { type ChosenByCode, writeChosen } from './chosen-by-code'
import type { TradeAddress } from './trade-address'
import { TRADE_COOKIE } from './trade-data'

let lastAddress: TradeAddress = {}
let chosenHere: ChosenByCode = {}
let orderedHere: ChosenByCode = {}

export const keptAddress = (): TradeAddress => lastAddress

/** Also kept on the device, so that the server can start the next visit with it. */
export function keepAddress(code: string, period: Period): void {
  if (lastAddress.code === code && lastAddress.period === period) return
  lastAddress = { code, period }
  const options = cookieOptions()
  Cookies.set(TRADE_COOKIE.code, code, options)
  Cookies.set(TRADE_COOKIE.period, period, options)
}

/** What was chosen in this page stands before what the server read when it began. */
export const keptLeverage = (code: string, loaded: ChosenByCode): string | undefined => chosenHere[code] ?? loaded[code]

export function keepLeverage(code: string, leverage: string, loaded: ChosenByCode): void {
  const all = { ...loaded, ...chosenHere }
  chosenHere = { ...chosenHere, [code]: leverage }
  Cookies.set(TRADE_COOKIE.leverages, writeChosen(all, code, leverage), cookieOptions())
}

export const keptLots = (code: string, loaded: ChosenByCode): string | undefined => orderedHere[code] ?? loaded[code]

export function keepLots(code: string, lots: string, loaded: ChosenByCode): void {
  const all = { ...loaded, ...orderedHere }
  orderedHere = { ...orderedHere, [code]: lots }
  Cookies.set(TRADE_COOKIE.lots, writeChosen(all, code, lots), cookieOptions())
}

const cookieOptions = () => ({ expires: 365, sameSite: 'lax', secure: window.location.protocol === 'https:' }) as const
