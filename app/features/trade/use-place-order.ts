/**
 * Sends the ticket, one request at a time. Every intent has its key; when nobody knows whether an order was placed (the
 * network broke), pressing again sends the very same request with the same key, so it can never be placed twice.
 */
import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Order } from '../../../contract/orders'
import type { OrderSide } from '../../../rules/price'
import type { PlaceOrderAnswer } from './trade-data'

/** Fields as the form names them. */
export type OrderFields = Readonly<Record<string, string>>

interface Intent {
  readonly signature: string
  readonly fields: OrderFields
}

export interface PlaceOrder {
  /** The side whose button waits for its answer. */
  readonly busySide: OrderSide | null
  /** What the broker said to the last try; `''` when it was not reached, `null` when there is nothing to say. */
  readonly refusal: string | null
  place(side: OrderSide, fields: OrderFields, quotedPrice: string): void
  forgetRefusal(): void
}

/** The same wish on another tick is the same intent, so the price seen is not part of it. */
export function intentFor(previous: Intent | null, fields: OrderFields, quotedPrice: string, newKey: () => string): Intent {
  const signature = JSON.stringify(fields)
  if (previous?.signature === signature) return previous
  return { signature, fields: { ...fields, price: quotedPrice, key: newKey(), reply: 'data' } }
}

export function usePlaceOrder(onPlaced: (order: Order) => void): PlaceOrder {
  const fetcher = useFetcher<PlaceOrderAnswer>()
  const [busySide, setBusySide] = useState<OrderSide | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const openIntent = useRef<Intent | null>(null)
  const isBusy = useRef(false)
  const answered = useRef<PlaceOrderAnswer | undefined>(undefined)
  const whenPlaced = useRef(onPlaced)
  whenPlaced.current = onPlaced

  useEffect(() => {
    const answer = fetcher.data
    if (answer === undefined || answer === answered.current) return
    answered.current = answer
    isBusy.current = false
    setBusySide(null)
    if (answer.placed || !answer.isUncertain) openIntent.current = null
    if (answer.placed) whenPlaced.current(answer.order)
    else setRefusal(answer.message)
  }, [fetcher.data])

  const { submit } = fetcher
  const place = useCallback(
    (side: OrderSide, fields: OrderFields, quotedPrice: string) => {
      if (isBusy.current) return
      isBusy.current = true
      setBusySide(side)
      setRefusal(null)
      const intent = intentFor(openIntent.current, { ...fields, type: side === 'buy' ? '1' : '2' }, quotedPrice, newKey)
      openIntent.current = intent
      submit({ ...intent.fields }, { method: 'post', action: '/trade' })
    },
    [submit],
  )
  const forgetRefusal = useCallback(() => setRefusal(null), [])
  return { busySide, refusal, place, forgetRefusal }
}

/** 128 random bits. `crypto.randomUUID` exists on secure origins only; a site in development may not be one. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
