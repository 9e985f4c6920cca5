/**
 * What the trade screen remembers while the page lives: filled-in tickets and the instrument last looked at. Leaving to
 * another tab and coming back finds everything as it was. Written in effects only, so it stays empty on the server.
 */
import Cookies from 'js-cookie'
import type { Period } from '../../../contract/primitives'
import type { TicketDraft } from './ticket-draft'
import type { TradeAddress } from './trade-address'
import { TRADE_COOKIE } from './trade-data'

const drafts = new Map<string, TicketDraft>()
let lastAddress: TradeAddress = {}

export const keptDraft = (instrumentId: string): TicketDraft | undefined => drafts.get(instrumentId)

export function keepDraft(draft: TicketDraft): void {
  drafts.set(draft.instrumentId, draft)
}

export const keptAddress = (): TradeAddress => lastAddress

/** Also kept on the device, so that the server can start the next visit with it. */
export function keepAddress(code: string, period: Period): void {
  if (lastAddress.code === code && lastAddress.period === period) return
  lastAddress = { code, period }
  const options = { expires: 365, sameSite: 'lax', secure: window.location.protocol === 'https:' } as const
  Cookies.set(TRADE_COOKIE.code, code, options)
  Cookies.set(TRADE_COOKIE.period, period, options)
}
