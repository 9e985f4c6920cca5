/** Under the chart for a visitor, who has no orders: the terms of the instrument, its week, and an order worked out by the ticket's own rules. */
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { divide, type Fixed, formatFixed, formatFixedShort, roundToGrid } from '../../../../rules/decimal'
import { closingPrice } from '../../../../rules/price'
import { orderProfit } from '../../../../rules/profit'
import { paths } from '../../../addresses/paths'
import { useQuote } from '../../../realtime'
import { exactPrices } from '../../../terms/quote'
import { Amount, type KeyValue, KeyValueList, Link, media, Price, token } from '../../../ui'
import { Cost, Profit } from '../../orders/money'
import { lotsText } from '../../orders/order-facts'
import { useInfoRows, WeekHours } from '../header/instrument-info'
import { readTerms } from '../scene/ticket-terms'
import { tradePath } from '../scene/trade-address'
import { useTrade } from '../scene/trade-context'
import { newDraft } from '../ticket/ticket-draft'
import { quickLots } from '../ticket/ticket-steps'
import { summarise } from '../ticket/ticket-summary'

/** As wide as the window lets them be beside each other; what has no room beside is scrolled to. */
const Columns = styled.div`
  display: grid;
  gap: ${token.space[3]} ${token.space[8]};
  padding: ${token.space[3]} ${token.space[4]} ${token.space[4]};
  max-height: 200px;
  overflow: auto;
  position: relative;
  overscroll-behavior: contain;
  align-items: start;
  ${media.tablet} { grid-template-columns: repeat(2, minmax(0, 1fr)); > :last-child:nth-child(3) { grid-column: 1 / -1; } }
  ${media.desktop} { grid-template-columns: repeat(3, minmax(0, 1fr)); > :last-child:nth-child(3) { grid-column: auto; } }
  h3 { margin-block: 0 ${token.space[2]}; font-size: ${token.type.sm}; font-weight: 600; }
  section { margin: 0; }
`
const DockHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[4]};
  min-height: 36px;
  padding-inline: ${token.space[4]};
  border-block-end: 1px solid ${token.border.hairline};
  font-size: ${token.type.sm};
  h2 { font-size: inherit; font-weight: 600; }
`
const Unit = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
`
const usdt = <Unit>USDT</Unit>

export function VisitorDock() {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const facts = useInfoRows()
  return (
    <>
      <DockHead>
        <h2>{t('info.open', { code: instrument.symbol })}</h2>
        <Link href={paths.login({ from: tradePath({ code: instrument.code, period }) })}>{t('dock.logIn')}</Link>
      </DockHead>
      <Columns data-testid="visitor-facts" tabIndex={0} role="region" aria-label={t('info.open', { code: instrument.symbol })}>
        <SampleOrder />
        <KeyValueList dense rows={facts} />
        <WeekHours />
      </Columns>
    </>
  )
}

/** What a buy of a usual size would take now, and what one percent either way would do to it. */
function SampleOrder() {
  const { t } = useTranslation('trade')
  const { instrument, brokerTerms } = useTrade()
  const quote = useQuote(instrument.id)
  const terms = useMemo(() => readTerms(instrument), [instrument])
  const draft = useMemo(() => ({ ...newDraft(terms), lots: quickLots(terms)[1] ?? formatFixed(terms.minLots, terms.lotDecimals) }), [terms])
  if (quote === undefined || brokerTerms === null) return null
  const prices = exactPrices(quote)
  const side = summarise({ terms, draft, quote: prices, broker: brokerTerms, account: null })?.buy
  if (side?.cost == null || side.lots === null) return null
  const { cost, lots, price } = side
  const closing = closingPrice('buy', prices)
  const hundredth = roundToGrid(divide(closing, 100n, 'half-even'), terms.pricePrecision, 'half-even')
  const position = { side: 'buy' as const, lots, contractSize: terms.contractSize, entryPrice: price }
  const profitAt = (exit: Fixed) => <Profit value={formatFixed(orderProfit(position, exit, prices.rate))} form="glance" />
  const inUsdt = (figure: ReactNode) => (
    <>
      {figure} {usdt}
    </>
  )
  const rows: KeyValue[] = [
    {
      key: 'price',
      label: t('visitor.price'),
      value: <Price value={formatFixed(price)} precision={terms.pricePrecision} pipStyle="plain" />,
    },
    { key: 'value', label: t('ticket.contractValue'), value: inUsdt(<Amount value={formatFixed(cost.contractValue)} />) },
    { key: 'margin', label: t('ticket.margin'), value: inUsdt(<Cost value={formatFixed(cost.margin)} form="own" />) },
    { key: 'fee', label: t('ticket.fee'), value: inUsdt(<Cost value={formatFixed(cost.fee)} form="own" />) },
    { key: 'rises', label: t('visitor.rises'), value: inUsdt(profitAt(closing + hundredth)) },
    { key: 'falls', label: t('visitor.falls'), value: inUsdt(profitAt(closing - hundredth)) },
  ]
  const size = lotsText(formatFixedShort(lots))
  return (
    <section aria-label={t('visitor.sample')}>
      <h3>
        {draft.leverage === '' ? t('visitor.sampleFixed', { lots: size }) : t('visitor.sampleOf', { lots: size, leverage: draft.leverage })}
      </h3>
      <KeyValueList dense rows={rows} />
    </section>
  )
}
