/** Everything the palette can lead to, for who is asking: markets and positions are read when it opens, the rest is known. */
import { useFetcher } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { SIDE_GROUPS, shownEntries, TOP_LINKS } from '../../frame/navigation'
import type { Order } from '../../terms/order'
import { decimalText } from '../../ui'
import { useFeatures, useIsWindingDown, useSite } from '../../visitor/site'
import type { WholeMarket } from '../market/home-data'
import { useInstrumentName } from '../market/instrument-name'
import { useShownLists } from '../market/watchlist/list-chips'
import { lotsText } from '../orders/order-facts'
import type { PendingAnswer } from '../orders/orders-data'
import { orderAddress } from '../orders/orders-data'
import { usePositions } from '../orders/use-positions'
import { ticketAddress } from '../trade/ticket/ticket-address'
import { pendingKindText } from '../trade/ticket/trade-texts'
import type { PaletteItem } from './palette-items'

export interface PaletteSource {
  readonly items: readonly PaletteItem[]
  /** Markets that the account has a position in. */
  readonly heldCodes: ReadonlySet<string>
  readonly instruments: NonNullable<WholeMarket['instruments']>
  /** The markets could not be read. */
  readonly hasFailed: boolean
  again(): void
}

const NO_ORDERS: readonly Order[] = []
const NO_INSTRUMENTS: NonNullable<WholeMarket['instruments']> = []

export function usePaletteItems(): PaletteSource {
  const { t } = useTranslation(['func', 'trade', 'public', 'product'])
  const { trader } = useSite()
  const isWindingDown = useIsWindingDown()
  const features = useFeatures()
  const nameOf = useInstrumentName()
  const { data, load } = useFetcher<WholeMarket>()
  const again = () => load(paths.action.markets())
  useEffect(() => load(paths.action.markets()), [load])
  const { positions } = usePositions(trader !== null)
  const pending = useFetcher<PendingAnswer>()
  const isTrader = trader !== null
  useEffect(() => {
    if (isTrader) pending.load(paths.action.pendingOrders())
  }, [isTrader, pending.load])
  const waiting = pending.data?.orders ?? NO_ORDERS
  const lists = useShownLists()
  const instruments = data?.instruments ?? NO_INSTRUMENTS
  const orders = positions?.orders
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language only.
  const items = useMemo(() => {
    const held = orders ?? []
    const markets = instruments.map((each): PaletteItem => {
      const href = paths.trade({ code: each.code })
      return { key: `market ${each.code}`, group: 'markets', label: each.symbol, detail: nameOf(each), code: each.code, href }
    })
    const own = [
      ...held.map((order): PaletteItem => {
        const side = t(order.side === 'buy' ? 'trade:side.long' : 'trade:side.short')
        return orderItem(order, '1', side, t('palette.position', { price: priceText(order, order.entryPrice) }))
      }),
      ...waiting.map((order): PaletteItem => {
        const kind = pendingKindText(t, order.side, { pendingKind: order.kind === 'stop' ? 'stop' : 'limit' })
        return orderItem(order, '0', kind, t('palette.pending', { price: priceText(order, order.askedPrice) }))
      }),
    ]
    const trade = isWindingDown
      ? []
      : instruments.map((each): PaletteItem => {
          const label = t('palette.trade', { code: each.symbol })
          const href = isTrader ? ticketAddress(each.code) : paths.login({ from: paths.trade({ code: each.code }) })
          return { key: `trade ${each.code}`, group: 'actions', label, href }
        })
    const close = held.map((order): PaletteItem => {
      const label = t('palette.close', { code: order.instrument.symbol, lots: lotsText(order.lots) })
      return { key: `close ${order.id}`, group: 'actions', label, href: orderAddress('1', order.id, 'end') }
    })
    const entries = [...TOP_LINKS, ...(trader === null ? [] : SIDE_GROUPS.flatMap((group) => group.entries))]
    const pages = shownEntries(entries, features).map(
      ({ href, labelKey }): PaletteItem => ({ key: `page ${href}`, group: 'pages', label: t(labelKey), href }),
    )
    const watchlists = lists.map(({ id, name }): PaletteItem => {
      const label = name === '' ? t('product:favourites.title') : name
      return { key: `watchlist ${id}`, group: 'pages', label, detail: t('palette.watchlist'), href: paths.home({ category: id }) }
    })
    return [...markets, ...own, ...close, ...trade, ...pages, ...watchlists]
  }, [instruments, orders, waiting, lists, isTrader, isWindingDown, features, t])
  const heldCodes = useMemo(() => new Set(orders?.map((order) => order.instrument.symbol)), [orders])
  return { items, heldCodes, instruments, hasFailed: data !== undefined && data.instruments === null, again }
}

const priceText = ({ instrument }: Order, price: string): string => decimalText(price, { decimals: instrument.pricePrecision })

function orderItem(order: Order, tab: '0' | '1', side: string, detail: string): PaletteItem {
  const label = `${side} ${lotsText(order.lots)} ${order.instrument.symbol}`
  return { key: `order ${order.id}`, group: 'orders', label, detail, href: orderAddress(tab, order.id) }
}
