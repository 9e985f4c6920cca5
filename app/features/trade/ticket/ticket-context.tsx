/** The ticket of one instrument: what is filled in, what it would cost now, and the way to send it. */
import { useActionData } from '@remix-run/react'
import {
  createContext,
  type Dispatch,
  type MutableRefObject,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { formatFixed, parseFixed } from '../../../../rules/decimal'
import { afterPage } from '../../../page/after-page'
import { type LiveQuote, useAccountFigures, useQuote } from '../../../realtime'
import { useRealtime } from '../../../realtime/realtime-provider'
import type { Order } from '../../../terms/order'
import { exactPrices } from '../../../terms/quote'
import { useToast } from '../../../ui'
import { useIsWindingDown } from '../../../visitor/site'
import { useTabState } from '../../../visitor/tab-state'
import { placedMessage } from '../../not-known/order-end'
import { readAccount, readTerms, type TicketAccount, type TicketTerms } from '../scene/ticket-terms'
import { useTrade } from '../scene/trade-context'
import type { PlaceOrderAnswer } from '../scene/trade-data'
import { keepLots, keptLeverage, keptLots } from '../scene/trade-memory'
import { usePriceMood } from '../scene/use-price-mood'
import { draftFor, draftFromForm, newDraft, type TicketAction, type TicketDraft, ticketReducer } from './ticket-draft'
import { type LockFacts, type TicketHint, type TicketLock, ticketHint, ticketLock } from './ticket-lock'
import { summarise, type TicketSummary } from './ticket-summary'
import { placedTexts } from './trade-texts'
import { type PlaceOrder, usePlaceOrder } from './use-place-order'

interface Ticket {
  readonly terms: TicketTerms
  readonly draft: TicketDraft
  readonly dispatch: Dispatch<TicketAction>
  readonly sending: PlaceOrder
  /** The figures last shown, for what is worked out at a press; drawing by them is useTicketView's business. */
  readonly shown: MutableRefObject<TicketSummary | null>
}

const PlacedResult = afterPage(() => import('./placed-result').then((placed) => placed.PlacedResult))
/** Long enough to read it and to reach its button. */
const PLACED_FOR_MS = 8_000

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
  const { instrument, data } = useTrade()
  const toast = useToast()
  const terms = useMemo(() => readTerms(instrument), [instrument])
  const refused = useActionData<PlaceOrderAnswer>()
  const [kept, keep] = useTabState('trade', 'tickets', NO_TICKETS)
  const [draft, dispatch] = useReducer(ticketReducer, terms, (start) =>
    draftFor(start, typedDraft(start, kept[start.instrumentId], refused), {
      leverage: keptLeverage(start.code, data.leverages),
      lots: keptLots(start.code, data.lots),
    }),
  )
  useEffect(() => keep((before) => ({ ...before, [draft.instrumentId]: draft })), [draft, keep])

  const sending = usePlaceOrder({
    placed(order, wasNotKnown) {
      keepLots(terms.code, formatFixed(parseFixed(order.lots), terms.lotDecimals), data.lots)
      dispatch({ type: 'order-placed' })
      const { title, text } = placedTexts(t, order)
      toast.show({
        tone: 'ok',
        durationMs: PLACED_FOR_MS,
        title,
        ...(wasNotKnown ? placedMessage(t, order) : {}),
        key: `order-${order.id}`,
        text: (
          <>
            {text}
            <PlacedResult order={order} />
          </>
        ),
      })
      onPlaced(order)
    },
    earlierEnded({ order, fields, isInherited }) {
      if (order !== null) onPlaced(order)
      if (fields.forex_id !== terms.instrumentId) return
      if (order !== null) dispatch({ type: 'order-placed' })
      else if (isInherited) dispatch({ type: 'order-came-back', fields })
    },
  })
  const { forgetRefusal } = sending
  // What was said of an order that has been changed since is no longer true.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the fields is the signal.
  useEffect(forgetRefusal, [draft, forgetRefusal])
  const shown = useRef<TicketSummary | null>(null)
  const value = useMemo(() => ({ terms, draft, dispatch, sending, shown }), [terms, draft, sending])
  return <TicketContext.Provider value={value}>{children}</TicketContext.Provider>
}

/** Without scripts nothing is kept in the page: what was refused comes back with the answer. */
function typedDraft(terms: TicketTerms, kept: TicketDraft | undefined, refused: PlaceOrderAnswer | undefined): TicketDraft | undefined {
  const typed = refused?.placed === false ? refused.typed : undefined
  return typed?.forex_id === terms.instrumentId ? draftFromForm(newDraft(terms), typed) : kept
}

export interface TicketView {
  readonly quote: LiveQuote | undefined
  readonly summary: TicketSummary | null
  readonly lock: TicketLock | null
  readonly hint: TicketHint | null
  readonly facts: LockFacts
}

/** The living part of the ticket: drawn again with every tick, so only the cells that show figures use it. */
export function useTicketView(): TicketView {
  const { instrument, brokerTerms, isSignedIn } = useTrade()
  const isWindingDown = useIsWindingDown()
  const { terms, draft, shown } = useTicket()
  const quote = useQuote(instrument.id)
  const account = useTicketAccount(instrument.id)
  const { isOpen, isStale, isOffline } = usePriceMood()
  const prices = quote === undefined ? null : exactPrices(quote)
  const summary = useMemo(
    () => (prices === null || brokerTerms === null ? null : summarise({ terms, draft, quote: prices, broker: brokerTerms, account })),
    [prices, brokerTerms, terms, draft, account],
  )
  useEffect(() => {
    shown.current = summary
  }, [shown, summary])
  const { brake } = quote ?? instrument
  const facts: LockFacts = { terms, draft, isSignedIn, isWindingDown, isMarketOpen: isOpen, brake, isOffline, isStale, summary }
  return { quote, summary, lock: ticketLock(facts), hint: ticketHint(facts, prices), facts }
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
      profit: stores.order(order.id).get()?.profit ?? order.profit,
    }))
    return readAccount(figures, holding, instrumentId)
  }, [figures, orders, stores, instrumentId])
}
