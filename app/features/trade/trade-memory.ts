/**
 * The instrument and period last looked at: an address without them leads back there. A habit of the device, not of a
 * trader; what a trader has filled in lives in the tab state instead. Written in effects only, so it stays empty on the server.
 */
import Cookies from 'js-cookie'
import type { Period } from '../../../contract/primitives'
import type { TradeAddress } from './trade-address'
import { TRADE_COOKIE } from './trade-data'

let lastAddress: TradeAddress = {}

export const keptAddress = (): TradeAddress => lastAddress

/** Also kept on the device, so that the server can start the next visit with it. */
export function keepAddress(code: string, period: Period): void {
  if (lastAddress.code === code && lastAddress.period === period) return
  lastAddress = { code, period }
  const options = { expires: 365, sameSite: 'lax', secure: window.location.protocol === 'https:' } as const
  Cookies.set(TRADE_COOKIE.code, code, options)
  Cookies.set(TRADE_COOKIE.period, period, options)
}
