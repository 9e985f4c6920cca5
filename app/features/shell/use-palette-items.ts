/** Everything the palette can lead to, for who is asking: markets and positions are read when it opens, the rest is known. */
import { useFetcher } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { SIDE_GROUPS, shownEntries, TOP_LINKS } from '../../frame/navigation'
import { decimalText } from '../../ui'
import { useFeatures, useIsWindingDown, useSite } from '../../visitor/site'
import type { WholeMarket } from '../market/home-data'
import { useInstrumentName } from '../market/instrument-name'
import { lotsText } from '../orders/order-facts'
import { orderAddress } from '../orders/orders-data'
import { usePositions } from '../orders/use-positions'
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

const NO_INSTRUMENTS: NonNullable<WholeMarket['instruments']> = []

export function usePaletteItems(): PaletteSource {
  const { t } = useTranslation('func')
  const { trader } = useSite()
  const isWindingDown = useIsWindingDown()
  const features = useFeatures()
  const nameOf = useInstrumentName()
  const { data, load } = useFetcher<WholeMarket>()
  const again = () => load(paths.action.markets())
  useEffect(() => load(paths.action.markets()), [load])
  const { positions } = usePositions(trader !== null)
  const instruments = data?.instruments ?? NO_INSTRUMENTS
  const orders = positions?.orders
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language only.
  const items = useMemo(() => {
    const held = orders ?? []
    const markets = instruments.map((each): PaletteItem => {
      const href = paths.trade({ code: each.code })
      return { key: `market ${each.code}`, group: 'markets', label: each.symbol, detail: nameOf(each), code: each.code, href }
    })
    const own = held.map((order): PaletteItem => {
      const side = t(order.side === 'buy' ? 'trade:side.long' : 'trade:side.short')
      const price = decimalText(order.entryPrice, { decimals: order.instrument.pricePrecision })
      return {
        key: `order ${order.id}`,
        group: 'orders',
        label: `${side} ${lotsText(order.lots)} ${order.instrument.symbol}`,
        detail: t('palette.position', { price }),
        href: orderAddress('1', order.id),
      }
    })
    const trade = isWindingDown
      ? []
      : instruments.map((each): PaletteItem => {
          const label = t('palette.trade', { code: each.symbol })
          const href = trader === null ? paths.login({ from: paths.trade({ code: each.code }) }) : paths.trade({ code: each.code })
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
    return [...markets, ...own, ...close, ...trade, ...pages]
  }, [instruments, orders, trader === null, isWindingDown, features, t])
  const heldCodes = useMemo(() => new Set(orders?.map((order) => order.instrument.symbol)), [orders])
  return { items, heldCodes, instruments, hasFailed: data !== undefined && data.instruments === null, again }
}
