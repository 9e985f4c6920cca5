import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from '~/ui/use-latest'
import { paths } from '../../addresses/paths'
import { newKey } from '../../line/line-lost'
import { noteEndedHere } from './ended-here'
import type { OrderAnswer, OrderIntent } from './orders-data'

/** What an edit of an order sends: decimal text, '0' or '' for none. */
export interface SentStops {
  readonly takeProfit: string
  readonly stopLoss: string
  /** Pending orders; left as it is when absent. */
  readonly targetPrice?: string | undefined
  /** '0' takes it off; left as it is when absent. */
  readonly trailingDistance?: string | undefined
}

interface OrderActionInput extends Partial<SentStops> {
  readonly intent: OrderIntent
  /** Not for `closeAll`. */
  readonly id?: string
  /** Only for `close`: part of the lots. */
  readonly lots?: string | undefined
  /** Only for `closeAll`: the positions of one instrument. */
  readonly instrumentId?: string | undefined
  /** Orders that this will end. */
  readonly ends?: readonly string[]
}

/** Sends what is done with orders, one thing at a time. An answer that was lost is asked about where all are: `line/send.ts`. */
export function useOrderAction(onAnswer: (answer: OrderAnswer) => void) {
  const fetcher = useFetcher<OrderAnswer>()
  const answered = useRef<OrderAnswer | undefined>(undefined)
  const listener = useLatest(onAnswer)

  useEffect(() => {
    const { data, state } = fetcher
    if (state === 'submitting' || data === undefined || data === answered.current) return
    answered.current = data
    listener.current(data)
  }, [fetcher])

  const { submit } = fetcher
  const run = useCallback(
    (input: OrderActionInput) => {
      const { intent } = input
      noteEndedHere(input.ends ?? [])
      submit(
        { ...fieldsOf(input), key: newKey(), reply: 'data' },
        { method: 'post', action: paths.orders({ type: intent === 'cancel' ? '0' : '1' }) },
      )
    },
    [submit],
  )
  return { run, isBusy: fetcher.state !== 'idle' }
}

function fieldsOf({ intent, id = '', takeProfit, stopLoss, targetPrice, trailingDistance, lots, instrumentId }: OrderActionInput) {
  const named = {
    id,
    cont: lots,
    forex_id: instrumentId,
    ...(intent === 'stops' ? { target_profit_price: takeProfit ?? '', stop_loss_price: stopLoss ?? '' } : {}),
    target_price: targetPrice,
    trailing_distance: trailingDistance,
  }
  return { intent, ...Object.fromEntries(Object.entries(named).filter((pair): pair is [string, string] => pair[1] !== undefined)) }
}
