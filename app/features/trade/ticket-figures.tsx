/** Cost and risk of the order as it stands, row by row, living with the price. */
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { type Fixed, formatFixed, roundToGrid } from '../../../rules/decimal'
import { formatBalance } from '../../../rules/money'
import { Amount, DASH, decimalText, Icon, type KeyValue, KeyValueList, Price, token } from '../../ui'
import type { SideSummary } from './side-summary'
import { type TicketView, useTicket, useTicketView } from './ticket-context'
import { useTrade } from './trade-context'

const Currency = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
`
const Sides = styled.span`
  display: inline-flex;
  gap: 10px;
  direction: ltr;
  span { display: inline-flex; align-items: center; gap: 3px; }
  svg { color: ${token.text.muted}; }
`
const usdt = <Currency>USDT</Currency>

/** The side whose figures the rows show: the one that the stops fit, a long where both do. */
export function shownSide({ summary }: Pick<TicketView, 'summary'>): SideSummary | null {
  return summary === null ? null : summary[summary.leaning ?? 'buy']
}

/** Risk in percent, one decimal, never shown safer than it is. */
export function riskPercent(risk: Fixed | null): string {
  return risk === null ? DASH : `${formatFixed(roundToGrid(risk, 1, 'up'), 1)}%`
}

export function TicketFigures() {
  const { t } = useTranslation('trade')
  const { draft } = useTicket()
  const view = useTicketView()
  const side = shownSide(view)
  const cost = side?.cost ?? null
  const after = side?.after ?? null
  const worst = side?.worst ?? null
  const isShort = view.lock?.kind === 'margin'
  const danger = isShort ? { tone: 'danger' as const } : {}
  const money = (value: string | null, decimals: 2 | 6): ReactNode => (
    <>
      <Amount value={value} decimals={decimals} /> {usdt}
    </>
  )
  const rows: KeyValue[] = [
    { key: 'value', label: t('ticket.contractValue'), value: money(cost && formatFixed(cost.contractValue), 2) },
    {
      key: 'margin',
      label: t(draft.kind === 'pending' ? 'ticket.marginAtTarget' : 'ticket.margin'),
      value: money(cost && formatFixed(cost.margin), 6),
      ...danger,
    },
    { key: 'fee', label: t('ticket.fee'), value: money(cost && formatFixed(cost.fee), 6) },
  ]
  // The row is there as long as a stop is on, so that nothing moves when a tick lets it fit or not.
  if (draft.stopLoss.isOn || draft.trailing.isOn) {
    rows.push({
      key: 'worst',
      label: <span title={t('ticket.gapLine')}>{t('ticket.worst')}</span>,
      value: money(worst && formatFixed(roundToGrid(worst.total, 2, 'up')), 2),
    })
  }
  if (view.facts.isSignedIn) {
    rows.push(
      { key: 'free', label: t('ticket.freeAfter'), value: money(after && formatBalance(after.freeMargin), 2), ...danger },
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
      <Price value={formatFixed(side.after.stopOutPrice)} precision={instrument.PricePrecision} pipStyle="plain" />
    )
  return (
    <Sides>
      <span>
        <Icon name="arrow-up" size={14} />
        <span className="sr-only">{t('side.long')}</span>
        {price(view.summary?.buy)}
      </span>
      <span>
        <Icon name="arrow-down" size={14} />
        <span className="sr-only">{t('side.short')}</span>
        {price(view.summary?.sell)}
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
          `${t('ticket.margin')} ${decimalText(formatFixed(side.cost.margin), { decimals: 2 })} USDT`,
          ...(side.after === null ? [] : [`${t('ticket.freeAfter')} ${formatBalance(side.after.freeMargin)} USDT`]),
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
