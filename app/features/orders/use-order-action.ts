import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { paths } from '../../platform/paths'
import type { OrderAnswer, OrderIntent } from './orders-data'

export interface OrderActionInput {
  readonly intent: OrderIntent
  readonly id: string
  /** Only for `stops`: decimal text, '0' or '' for none. */
  readonly takeProfit?: string
  readonly stopLoss?: string
}

/** A key of the shape the contract takes, also where the page is not a secure context. */
export function newIntentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sends close, cancel and stop edits, one at a time. An intent keeps its idempotency key until the broker has answered it,
 * so a second press after a lost connection can never do it twice.
 */
export function useOrderAction(onAnswer: (answer: OrderAnswer) => void) {
  const fetcher = useFetcher<OrderAnswer>()
  const pending = useRef<{ signature: string; key: string } | null>(null)
  const answered = useRef<OrderAnswer | undefined>(undefined)
  const listener = useRef(onAnswer)
  listener.current = onAnswer

  useEffect(() => {
    const { data, state } = fetcher
    if (state === 'submitting' || data === undefined || data === answered.current) return
    answered.current = data
    if (data.done || !data.isUncertain) pending.current = null
    listener.current(data)
  }, [fetcher])

  const { submit } = fetcher
  const run = useCallback(
    (input: OrderActionInput) => {
      const { intent, id, takeProfit = '', stopLoss = '' } = input
      const signature = JSON.stringify([intent, id, takeProfit, stopLoss])
      if (pending.current?.signature !== signature) pending.current = { signature, key: newIntentKey() }
      submit(
        { intent, id, key: pending.current.key, target_profit_price: takeProfit, stop_loss_price: stopLoss, reply: 'data' },
        { method: 'post', action: paths.orders({ type: intent === 'cancel' ? '0' : '1' }) },
      )
    },
    [submit],
  )
  return { run, isBusy: fetcher.state !== 'idle' }
}
