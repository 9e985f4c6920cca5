/** Cost and risk of the order as it stands, row by row, living with the price. */
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { type Fixed, formatFixed, roundToGrid } from '../../../../rules/decimal'
import { formatBalance, type MoneyForm } from '../../../../rules/money'
import type { PassedOn } from '../../../terms/instrument'
import { Amount, DASH, decimalText, type KeyValue, KeyValueList, Price, token } from '../../../ui'
import { useSiteOrNone } from '../../../visitor/site'
import { Cost, costText, inUsdt, Profit } from '../../orders/money'
import { useTrade } from '../scene/trade-context'
import type { SideSummary } from './side-summary'
import { type TicketView, useTicket, useTicketView } from './ticket-context'
import type { TradeText } from './trade-texts'

const Currency = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
`
/** The sides are named: an arrow beside a price says where the price goes. */
const Sides = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 0 10px;
  > span { display: inline-flex; align-items: baseline; gap: 4px; white-space: nowrap; }
  small { font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.muted}; }
`
const MARGIN_TEXT = { market: 'ticket.margin', pending: 'ticket.marginAtTarget' } as const
const usdt = <Currency>USDT</Currency>

/** The side whose figures the rows show: the one that the stops fit, a long where both do. */
export function shownSide({ summary }: Pick<TicketView, 'summary'>): SideSummary | null {
  return summary === null ? null : summary[summary.leaning ?? 'buy']
}

/** Risk in percent, one decimal, never shown safer than it is. */
function riskPercent(risk: Fixed | null): string {
  return risk === null ? DASH : `${formatFixed(roundToGrid(risk, 1, 'up'), 1)}%`
}

export function TicketFigures() {
  const { t } = useTranslation('trade')
  const { draft } = useTicket()
  const view = useTicketView()
  const { instrument } = useTrade()
  const isDemo = useSiteOrNone()?.trader?.isDemo === true
  const side = shownSide(view)
  const cost = side?.cost ?? null
  const after = side?.after ?? null
  const worst = side?.worst ?? null
  const isShort = view.lock?.kind === 'margin'
  const danger = isShort ? { tone: 'danger' as const } : {}
  const money = (value: string | null): ReactNode => (
    <>
      <Amount value={value} /> {usdt}
    </>
  )
  const costOf = (amount: Fixed | undefined, form: MoneyForm): ReactNode => (
    <>
      <Cost value={amount === undefined ? null : formatFixed(amount)} form={form} /> {usdt}
    </>
  )
  const rows: KeyValue[] = [
    { key: 'value', label: t('ticket.contractValue'), value: money(cost && formatFixed(cost.contractValue)) },
    {
      key: 'margin',
      label: t(MARGIN_TEXT[draft.kind]),
      value: costOf(cost?.margin, 'own'),
      ...danger,
    },
    { key: 'fee', label: t('ticket.fee'), value: costOf(cost?.fee, 'own') },
  ]
  const passedOn = instrument.execution
  if (passedOn !== null) rows.push({ key: 'execution', label: t('ticket.execution'), value: executionText(t, passedOn, isDemo) })
  const { summary } = view
  if (summary?.buy.cost?.nightly !== undefined && summary.sell.cost?.nightly !== undefined) {
    rows.push({
      key: 'funding',
      label: t('ticket.funding'),
      value: <Nightly long={summary.buy.cost.nightly} short={summary.sell.cost.nightly} />,
    })
  }
  // The row is there as long as a stop is on, so that nothing moves when a tick lets it fit or not.
  if (draft.stopLoss.isOn || draft.trailing.isOn) {
    rows.push({
      key: 'worst',
      label: <span title={t('ticket.gapLine')}>{t('ticket.worst')}</span>,
      value: costOf(worst?.total, 'glance'),
    })
  }
  if (view.facts.isSignedIn) {
    rows.push(
      { key: 'free', label: t('ticket.freeAfter'), value: money(after && formatBalance(after.freeMargin)), ...danger },
      {
        key: 'risk',
        label: t('ticket.riskAfter'),
        value: <bdi dir="ltr">{after === null || after.missing > 0n ? DASH : riskPercent(after.risk)}</bdi>,
      },
      {
        key: 'stop-out',
        label: <span title={t('ticket.stopOutHelp')}>{t('ticket.stopOutPrice')}</span>,
        value: <StopOutPrices view={view} />,
      },
    )
  }
  return (
    <>
      <KeyValueList rows={rows} dense />
      <SpokenSummary side={side} />
    </>
  )
}

/** A demo account's orders are passed on to nobody. */
function executionText(t: TradeText, { model, provider, markUp }: PassedOn, isDemo: boolean): string {
  if (isDemo) return t('ticket.executionInternal')
  return model === 'hedged'
    ? t('ticket.executionHedged', { provider })
    : t('ticket.executionStp', { provider, markUp: decimalText(markUp) })
}

function Nightly({ long, short }: { long: Fixed; short: Fixed }) {
  return (
    <span>
      <Profit value={formatFixed(long)} form="glance" tone="plain" /> / <Profit value={formatFixed(short)} form="glance" tone="plain" />{' '}
      {usdt}
    </span>
  )
}

/** One price for each side, because a long is stopped out below and a short above. */
function StopOutPrices({ view }: { view: TicketView }) {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const price = (side: SideSummary | undefined) =>
    side?.after == null || side.after.missing > 0n ? (
      DASH
    ) : side.after.stopOutPrice === null ? (
      t('ticket.stopOutNone')
    ) : (
      <Price value={formatFixed(side.after.stopOutPrice)} precision={instrument.pricePrecision} pipStyle="plain" />
    )
  return (
    <Sides>
      <span>
        <small>{t('side.long')}</small> {price(view.summary?.buy)}
      </span>
      <span>
        <small>{t('side.short')}</small> {price(view.summary?.sell)}
      </span>
    </Sides>
  )
}

const SPEAK_AFTER_MS = 600

/** Says margin and free margin once the trader has stopped changing the fields; ticks say nothing. */
function SpokenSummary({ side }: { side: SideSummary | null }) {
  const { t } = useTranslation('trade')
  const { draft } = useTicket()
  const [spoken, setSpoken] = useState('')
  const text =
    side === null || side.cost === null
      ? ''
      : [
          `${t(MARGIN_TEXT[draft.kind])} ${inUsdt(costText(formatFixed(side.cost.margin), 'own'))}`,
          ...(side.after === null ? [] : [`${t('ticket.freeAfter')} ${inUsdt(decimalText(formatBalance(side.after.freeMargin)))}`]),
        ].join(', ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the fields is worth saying, not every tick of the figures.
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), SPEAK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <span className="sr-only" aria-live="polite">
      {spoken}
    </span>
  )
}
