import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { DAY_TIME_ZONE } from '../../../../rules/candles'
import { formatFixedShort, parseFixed } from '../../../../rules/decimal'
import { spreadOf } from '../../../../rules/price'
import { dateTimeFormat } from '../../../language/intl'
import { useBrokerNow, useQuote } from '../../../realtime'
import { exactPrices } from '../../../terms/quote'
import { Amount, DASH, decimalText, type KeyValue, KeyValueList, Sheet, token } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { HonestyLine } from '../../honesty/honesty-line'
import { useInstrumentName } from '../../market/instrument-name'
import { lotsText } from '../../orders/order-facts'
import { useTrade } from '../scene/trade-context'
import type { DayHours } from '../scene/trade-data'
import { useIsOpen } from '../scene/use-price-mood'
import { SessionMoment, SessionStatus } from './price-block'

const Week = styled.section`
  margin-block: ${token.space[4]};
  h3 { margin-block-end: ${token.space[2]}; font-size: ${token.type.sm}; font-weight: 600; }
`
/** One under the other: a day with a pause has two. */
const Times = styled.bdi`
  display: block;
`

/** The terms of the instrument, and where its price comes from: what is simulated says so. */
export function InstrumentInfo({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const nameOf = useInstrumentName()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      closeLabel={t('close')}
      title={
        <>
          <bdi dir="ltr">{instrument.symbol}</bdi> · {nameOf(instrument)}
        </>
      }
    >
      <InfoRows />
      <WeekHours />
      <HonestyLine />
    </Sheet>
  )
}

function InfoRows() {
  return <KeyValueList rows={useInfoRows()} />
}

/** The coming week, day by day, and the next holiday after it, which no rule of thumb tells. */
export function WeekHours() {
  const { t } = useTranslation('trade')
  const { instrument, data } = useTrade()
  const { week, holiday } = data.sessions[instrument.id] ?? {}
  if (week === undefined) return null
  const isLater = holiday !== undefined && week.every(({ day }) => day !== holiday.day)
  return (
    <Week aria-labelledby="week-hours">
      <h3 id="week-hours">{t('info.week')}</h3>
      <KeyValueList dense rows={week.map((hours) => hoursRow(hours, t('status.closed')))} />
      {isLater && (
        <>
          <h3>{t('info.holiday')}</h3>
          <KeyValueList dense rows={[hoursRow(holiday, t('status.closed'))]} />
        </>
      )}
    </Week>
  )
}

function hoursRow({ day, times }: DayHours, closed: string): KeyValue {
  const written = times.map((time) => (
    <Times key={time} dir="ltr">
      {time}
    </Times>
  ))
  return { key: day, label: day, value: times.length === 0 ? closed : written }
}

export function useInfoRows(): KeyValue[] {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const { companyTerms } = useSite()
  const quote = useQuote(instrument.id)
  const isOpen = useIsOpen(instrument)
  const number = (text: string) => (
    <Amount value={formatFixedShort(parseFixed(text))} decimals={formatFixedShort(parseFixed(text)).split('.')[1]?.length ?? 0} />
  )
  const isFixed = instrument.marginMode === 'fixed'
  const isPerLot = companyTerms?.feeType === 'per-lot'
  const leverages = instrument.leverages.map((leverage) => `${leverage}×`).join('  ')
  const spread = quote === undefined ? null : spreadOf(exactPrices(quote))
  return [
    {
      key: 'hours',
      label: t('info.hours'),
      value: (
        <>
          <SessionStatus isOpen={isOpen} /> <SessionMoment isOpen={isOpen} />
        </>
      ),
    },
    { key: 'spread', label: t('info.spread'), value: <bdi dir="ltr">{spread === null ? DASH : formatFixedShort(spread)}</bdi> },
    ...(isFixed
      ? [{ key: 'margin', label: t('info.marginPerLot'), value: <>{number(instrument.contractSize)} USDT</> }]
      : [
          {
            key: 'size',
            label: t('info.contractSize'),
            value: (
              <>
                {number(instrument.contractSize)} <bdi dir="ltr">{instrument.baseAsset}</bdi>
              </>
            ),
          },
          { key: 'leverage', label: t('info.leverage'), value: <bdi dir="ltr">{leverages || DASH}</bdi> },
        ]),
    { key: 'min', label: t('info.minLots'), value: lots(instrument.minLots) },
    { key: 'step', label: t('info.lotStep'), value: lots(instrument.lotStep) },
    { key: 'max', label: t('info.maxLots'), value: lots(instrument.maxLots) },
    {
      key: 'fee',
      label: t(isPerLot ? 'info.feePerLot' : 'info.feeShare'),
      value: isPerLot ? <>{number(instrument.feeRate)} USDT</> : <bdi dir="ltr">{percentText(instrument.feeRate)}</bdi>,
    },
    ...(instrument.funding === null
      ? []
      : [
          {
            key: 'funding',
            label: t('info.funding'),
            value: (
              <bdi dir="ltr">
                {yearlyText(instrument.funding.longRate)} / {yearlyText(instrument.funding.shortRate)}
              </bdi>
            ),
          },
        ]),
    { key: 'quote', label: t('info.quoteCurrency'), value: <bdi dir="ltr">{instrument.quoteCurrency}</bdi> },
    ...(companyTerms === null
      ? []
      : [
          {
            key: 'stop-out',
            label: t('info.stopOut'),
            value: <bdi dir="ltr">{formatFixedShort(parseFixed(companyTerms.stopOutLevel))}%</bdi>,
          },
        ]),
    ...useSourceRows(),
  ]
}

/** Those that are no name of a market's file, and have words in every language. */
const OWN_SOURCES = ['simulated', 'replay'] as const
const isOwnSource = (source: string): source is (typeof OWN_SOURCES)[number] => OWN_SOURCES.some((own) => own === source)

/** Whose price it is, how old it is by the broker's clock, and when its source says that it made it. */
function useSourceRows(): KeyValue[] {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const quote = useQuote(instrument.id)
  const now = useBrokerNow()
  const source = quote?.source ?? instrument.source
  const ageMs = quote === undefined || now === null ? null : Math.max(0, now - quote.time)
  const name = isOwnSource(source) ? t(`info.source_${source}`) : source
  const said = instrument.sourceKind === 'simulated' && name === source ? t('info.sourceSimulated', { source }) : name
  const age = ageMs === null ? '' : ` · ${t('info.sourceAge', { seconds: decimalText(String(Math.floor(ageMs / 1_000))) })}`
  return [
    {
      key: 'source',
      label: t('info.source'),
      value: (
        <>
          <bdi>{said}</bdi>
          {age}
          {instrument.sourceKind === 'minutes' ? <p>{t('info.source_minutes')}</p> : null}
        </>
      ),
    },
    ...(quote?.sourceTime === undefined
      ? []
      : [{ key: 'source-time', label: t('info.sourceTime'), value: <bdi dir="ltr">{londonTime(quote.sourceTime)}</bdi> }]),
  ]
}

const TIME = { timeZone: DAY_TIME_ZONE, hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const

/** London wall time to the millisecond. */
function londonTime(timeMs: number): string {
  return dateTimeFormat('en', TIME).format(timeMs)
}

/** As it changes a balance: what is paid is below zero, as in the ticket. */
const yearlyText = (paid: string) => `${decimalText(formatFixedShort(-parseFixed(paid)), { signed: true })}%`
const lots = (text: string) => <bdi dir="ltr">{lotsText(text)}</bdi>
const percentText = (share: string) => `${formatFixedShort(parseFixed(share) * 100n)}%`
