/** The ticket of one instrument: what is filled in, what it would cost now, and the way to send it. */
import { createContext, type Dispatch, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../contract/orders'
import { useTabState } from '../../platform/tab-state'
import { type LiveQuote, useAccountFigures, useQuote } from '../../realtime'
import { useRealtime } from '../../realtime/realtime-provider'
import { useToast } from '../../ui'
import { draftFor, type TicketAction, type TicketDraft, ticketReducer } from './ticket-draft'
import { type LockFacts, type TicketLock, ticketLock } from './ticket-lock'
import { summarise, type TicketSummary } from './ticket-summary'
import { readAccount, readQuote, readTerms, type TicketAccount, type TicketTerms } from './ticket-terms'
import { useTrade } from './trade-context'
import { orderText } from './trade-texts'
import { type OrderFields, type PlaceOrder, usePlaceOrder } from './use-place-order'
import { usePriceMood } from './use-price-mood'

export interface Ticket {
  readonly terms: TicketTerms
  readonly draft: TicketDraft
  readonly dispatch: Dispatch<TicketAction>
  readonly sending: PlaceOrder
}

/** By instrument: leaving to another tab or instrument and coming back finds the fields as they were. */
const NO_TICKETS: Readonly<Record<string, TicketDraft>> = {}

const TicketContext = createContext<Ticket | null>(null)

export function useTicket(): Ticket {
  const ticket = useContext(TicketContext)
  if (ticket === null) throw new Error('useTicket was used outside the ticket')
  return ticket
}

/** Mount it anew for every instrument (`key`): a ticket never carries lots from one to another. */
export function TicketProvider({ onPlaced, children }: { onPlaced: (order: Order) => void; children: ReactNode }) {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const toast = useToast()
  const terms = useMemo(() => readTerms(instrument), [instrument])
  const [kept, keep] = useTabState('trade', 'tickets', NO_TICKETS)
  const [draft, dispatch] = useReducer(ticketReducer, terms, (start) => draftFor(start, kept[start.instrumentId]))
  useEffect(() => keep((before) => ({ ...before, [draft.instrumentId]: draft })), [draft, keep])

  const placed = useCallback(
    (order: Order) => {
      dispatch({ type: 'order-placed' })
      toast.show({ tone: 'ok', title: t('confirmed'), text: orderText(t, order) })
      onPlaced(order)
    },
    [toast, t, onPlaced],
  )
  const sending = usePlaceOrder(placed)
  const value = useMemo(() => ({ terms, draft, dispatch, sending }), [terms, draft, sending])
  return <TicketContext.Provider value={value}>{children}</TicketContext.Provider>
}

export interface TicketView {
  readonly quote: LiveQuote | undefined
  readonly summary: TicketSummary | null
  readonly lock: TicketLock | null
  readonly facts: LockFacts
}

/** The living part of the ticket: drawn again with every tick, so only the cells that show figures use it. */
export function useTicketView(): TicketView {
  const { instrument, brokerTerms, isSignedIn } = useTrade()
  const { terms, draft } = useTicket()
  const quote = useQuote(instrument.Id)
  const account = useTicketAccount(instrument.Id)
  const { isOpen, isStale, isOffline } = usePriceMood()
  const summary = useMemo(() => {
    if (quote === undefined || brokerTerms === null) return null
    const prices = readQuote({ Bid: quote.bid, Ask: quote.ask, Close: quote.close }, quote.quoteToUsdt)
    return summarise({ terms, draft, quote: prices, broker: brokerTerms, account })
  }, [quote, brokerTerms, terms, draft, account])
  const facts: LockFacts = { terms, draft, isSignedIn, isMarketOpen: isOpen, isOffline, isStale, summary }
  return { quote, summary, lock: ticketLock(facts), facts }
}

function useTicketAccount(instrumentId: string): TicketAccount | null {
  const { orders } = useTrade().data
  const { stores } = useRealtime()
  const live = useAccountFigures()
  const figures = live ?? orders?.figures ?? null
  return useMemo(() => {
    if (figures === null || orders === null) return null
    // A push brings figures and profits of one moment; the profits are read from where the push has put them.
    const holding = orders.holding.orders.map((order) => ({
      ...order,
      FactProfits: stores.order(order.Id).get()?.factProfits ?? order.FactProfits,
    }))
    return readAccount(figures, holding, instrumentId)
  }, [figures, orders, stores, instrumentId])
}

/** The fields of the form, apart from side, price and key. */
export function orderFields({ terms, draft }: Pick<Ticket, 'terms' | 'draft'>): OrderFields {
  return {
    forex_id: terms.instrumentId,
    cont: draft.lots,
    ...(terms.marginMode === 'leveraged' ? { multiple: draft.leverage } : {}),
    target_profit_price: draft.takeProfit.isOn ? draft.takeProfit.price : '0',
    stop_loss_price: draft.stopLoss.isOn ? draft.stopLoss.price : '0',
  }
}
