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

/** An order as the trader asked for it. */
export interface OrderWish {
  readonly side: OrderSide
  /**
   * What was filled in, word for word. Two requests of one wish may differ in their fields, because prices that are reckoned
   * from the quote move with it; they are still one and the same intent.
   */
  readonly wish: string
  readonly fields: OrderFields
  /** The price the trader saw, or the one accepted after it had moved. */
  readonly price: string
}

interface Intent {
  readonly wish: string
  readonly fields: OrderFields
}

/** The broker would not fill at the price that was seen; this is the one it would fill at. */
export interface PriceOffer {
  readonly side: OrderSide
  readonly price: string
}

export interface PlaceOrder {
  /** The side whose button waits for its answer. */
  readonly busySide: OrderSide | null
  /** What the broker said to the last try; `''` when it was not reached, `null` when there is nothing to say. */
  readonly refusal: string | null
  readonly offer: PriceOffer | null
  place(wanted: OrderWish): void
  forgetRefusal(): void
}

/** The same wish on another tick is the same intent, so neither the price seen nor what follows from it is part of it. */
export function intentFor(previous: Intent | null, { side, wish, fields, price }: OrderWish, newKey: () => string): Intent {
  const whole = `${side} ${wish}`
  if (previous?.wish === whole) return previous
  return { wish: whole, fields: { ...fields, type: side === 'buy' ? '1' : '2', price, key: newKey(), reply: 'data' } }
}

export function usePlaceOrder(onPlaced: (order: Order) => void): PlaceOrder {
  const fetcher = useFetcher<PlaceOrderAnswer>()
  const [busySide, setBusySide] = useState<OrderSide | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [offer, setOffer] = useState<PriceOffer | null>(null)
  const openIntent = useRef<Intent | null>(null)
  const sentSide = useRef<OrderSide | null>(null)
  const answered = useRef<PlaceOrderAnswer | undefined>(undefined)
  const whenPlaced = useRef(onPlaced)
  whenPlaced.current = onPlaced

  const forgetRefusal = useCallback(() => {
    setRefusal(null)
    setOffer(null)
  }, [])

  useEffect(() => {
    const answer = fetcher.data
    const side = sentSide.current
    if (answer === undefined || answer === answered.current || side === null) return
    answered.current = answer
    sentSide.current = null
    setBusySide(null)
    if (answer.placed || !answer.isUncertain) openIntent.current = null
    if (answer.placed) whenPlaced.current(answer.order)
    else if (answer.newPrice === undefined) setRefusal(answer.message)
    else setOffer({ side, price: answer.newPrice })
  }, [fetcher.data])

  const { submit } = fetcher
  const place = useCallback(
    (wanted: OrderWish) => {
      if (sentSide.current !== null) return
      sentSide.current = wanted.side
      setBusySide(wanted.side)
      forgetRefusal()
      const intent = intentFor(openIntent.current, wanted, newKey)
      openIntent.current = intent
      submit({ ...intent.fields }, { method: 'post', action: '/trade' })
    },
    [submit, forgetRefusal],
  )
  return { busySide, refusal, offer, place, forgetRefusal }
}

/** 128 random bits. `crypto.randomUUID` exists on secure origins only; a site in development may not be one. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
