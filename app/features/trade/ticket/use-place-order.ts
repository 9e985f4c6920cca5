import { paths } from '~/addresses/paths'
/** Sends the ticket, one order at a time. An answer that was lost is asked about where all are: `line/send.ts`. */

import { useFetcher } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '~/ui/use-latest'
import type { OrderSide } from '../../../../rules/price'
import { newKey } from '../../../line/line-lost'
import { line } from '../../../line/line-state'
import { type Order, writeSide } from '../../../terms/order'
import { deedOf } from '../../not-known/deed'
import { useOpenSendings } from '../../not-known/use-open-sendings'
import type { PlaceOrderAnswer } from '../scene/trade-data'
import type { OrderFields } from './ticket-draft'

/** An order as the trader asked for it. */
export interface OrderRequest {
  readonly side: OrderSide
  readonly fields: OrderFields
  /** The price the trader saw, or the one accepted after it had moved. */
  readonly price: string
}

/** The broker would not fill at the price that was seen; this is the one it would fill at. */
export interface PriceOffer {
  readonly side: OrderSide
  readonly price: string
}

export interface PlaceOrder {
  /** The side whose button waits for its answer. */
  readonly busySide: OrderSide | null
  /** Why the last try did not become an order; `null` when there is nothing to say. */
  readonly refusal: string | null
  readonly offer: PriceOffer | null
  place(wanted: OrderRequest): void
  forgetRefusal(): void
}

/** An order that another page sent, or this one before it was left, has ended. `fields`: as it was sent. */
interface EarlierOrder {
  readonly order: Order | null
  readonly fields: OrderFields
  /** What this page's own form had typed in is still there; another page's is not. */
  readonly isInherited: boolean
}

interface PlaceOrderEvents {
  /** `wasNotKnown`: its answer had been lost meanwhile. */
  readonly placed: (order: Order, wasNotKnown: boolean) => void
  readonly earlierEnded: (order: EarlierOrder) => void
}

export function usePlaceOrder(events: PlaceOrderEvents): PlaceOrder {
  const { t } = useTranslation('public')
  const fetcher = useFetcher<PlaceOrderAnswer>()
  const [busySide, setBusySide] = useState<OrderSide | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [offer, setOffer] = useState<PriceOffer | null>(null)
  const sentSide = useRef<OrderSide | null>(null)
  const answered = useRef<PlaceOrderAnswer | undefined>(undefined)
  const told = useLatest(events)
  const sentKey = useRef('')
  const wasNotKnown = useRef(false)
  const isOpen = useOpenSendings().some(({ fields }) => fields.key === sentKey.current)
  if (isOpen) wasNotKnown.current = true

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
    if (answer.placed) told.current.placed(answer.order, wasNotKnown.current)
    else if (answer.newPrice === undefined) setRefusal(wasNotKnown.current ? notPlacedText(t, answer.message) : answer.message)
    else setOffer({ side, price: answer.newPrice })
  }, [fetcher.data, t])

  useEffect(
    () =>
      line.listen((event) => {
        if (event.kind !== 'ended' || deedOf(event.sending) !== 'order') return
        const { fields, isInherited } = event.sending
        const answer = event.end.data as PlaceOrderAnswer | null
        told.current.earlierEnded({ order: answer?.placed === true ? answer.order : null, fields, isInherited })
      }),
    [],
  )

  const { submit } = fetcher
  const place = useCallback(
    (wanted: OrderRequest) => {
      if (sentSide.current !== null) return
      sentSide.current = wanted.side
      setBusySide(wanted.side)
      forgetRefusal()
      const { side, fields, price } = wanted
      const key = newKey()
      sentKey.current = key
      wasNotKnown.current = false
      submit({ ...fields, type: writeSide(side), price, key, reply: 'data' }, { method: 'post', action: paths.trade() })
    },
    [submit, forgetRefusal],
  )
  return { busySide, refusal, offer, place, forgetRefusal }
}

/** First what everybody asks, then why. */
const notPlacedText = (t: TFunction<'public'>, reason: string): string => `${t('notKnown.notPlaced')}. ${reason}`.trim()
