/** Take profit and stop loss: on or off, in the unit the trader thinks in, with the same stop read in the other three. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { type Fixed, formatFixed, parseFixed } from '../../../../rules/decimal'
import { STOP_UNITS, type StopName, type StopReadings, type StopUnit } from '../../../../rules/stop-modes'
import { useRealtime } from '../../../realtime/realtime-provider'
import { Percent, Price, Stepper, Switch } from '../../../ui'
import { useReadBack } from '../../../ui/use-read-back'
import { Profit } from '../../orders/money'
import { useTrade } from '../scene/trade-context'
import { useTicket, useTicketView } from './ticket-context'
import { SIZING_STOP_UNITS } from './ticket-draft'
import { Group, Head, Readings, type TicketLayout, UnitChoice } from './ticket-parts'
import { draftProblem, targetOf } from './ticket-question'
import { fieldText, suggestedPrice, unitStep } from './ticket-steps'
import { pipsText } from './trade-texts'

const SidePrice = styled.bdi`
  display: inline-flex;
  align-items: baseline;
  gap: 4px;
`

const TEXTS = {
  takeProfit: { label: 'ticket.takeProfit', decrease: 'ticket.decreaseTakeProfit', increase: 'ticket.increaseTakeProfit' },
  stopLoss: { label: 'ticket.stopLoss', decrease: 'ticket.decreaseStopLoss', increase: 'ticket.increaseStopLoss' },
} as const

export function ProtectionField({ name, layout }: { name: StopName; layout: TicketLayout }) {
  const { t } = useTranslation('trade')
  const readBack = useReadBack()
  const { instrument } = useTrade()
  const { terms, draft, dispatch } = useTicket()
  const { stores } = useRealtime()
  const texts = TEXTS[name]
  const { isOn, unit, value } = draft[name]
  const from = () =>
    (draft.kind === 'pending' ? targetOf(terms, draft) : null) ??
    parseFixed(stores.quote(instrument.id).get()?.last ?? instrument.quote.last)
  const problem = draftProblem(terms, draft)
  const readingsId = useId()
  const { decimals, step } = unitStep(unit, terms)
  return (
    <Group data-stop={name}>
      <Head>
        <span>{t(texts.label)}</span>
        <Switch
          label={t(texts.label)}
          labelHidden
          checked={isOn}
          onChange={(next) =>
            dispatch({ type: 'protection-switched', name, isOn: next, suggestion: suggestedPrice(name, terms.pricePrecision, from()) })
          }
        />
      </Head>
      {isOn ? (
        <>
          <StopUnits name={name} />
          <Stepper
            size={layout === 'sheet' ? 'compact' : 'normal'}
            value={value}
            onChange={(next) => dispatch({ type: 'protection-typed', name, value: next })}
            step={step}
            precision={decimals}
            min="0"
            label={unit === 'price' ? t(texts.label) : `${t(texts.label)}, ${t(`ticket.unit.${unit}`)}`}
            readBack={readBack}
            decreaseLabel={t(texts.decrease)}
            increaseLabel={t(texts.increase)}
            aria-describedby={readingsId}
            aria-invalid={problem?.kind === 'protection' && problem.name === name}
          />
          <OtherReadings id={readingsId} name={name} layout={layout} />
        </>
      ) : null}
    </Group>
  )
}

/** Another unit is another way to say the same stop: the number is carried over. */
function StopUnits({ name }: { name: StopName }) {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch, shown } = useTicket()
  const isForSizing = name === 'stopLoss' && draft.sizing === 'risk'
  const units = isForSizing ? SIZING_STOP_UNITS : STOP_UNITS
  const choose = (unit: StopUnit) => {
    if (unit === draft[name].unit) return
    const reading = shown.current?.[name]?.[unit] ?? null
    dispatch({ type: 'protection-unit-chosen', name, unit, value: reading === null ? '' : fieldText(unit, reading, terms) })
  }
  return (
    <UnitChoice
      kind="radio"
      label={t('ticket.unitOf', { name: t(TEXTS[name].label) })}
      values={units.map((value) => ({ value, label: t(`ticket.unit.${value}`) }))}
      value={draft[name].unit}
      onChange={(value) => choose(units.find((unit) => unit === value) ?? 'price')}
    />
  )
}

/** The stop in the three units it was not typed in, for the side that it fits. */
function OtherReadings({ id, name, layout }: { id: string; name: StopName; layout: TicketLayout }) {
  const { t } = useTranslation('trade')
  const { draft } = useTicket()
  const { summary } = useTicketView()
  const stop = summary?.[name] ?? null
  const { unit } = draft[name]
  return (
    <Readings id={id} data-lines={layout === 'sheet' || unit !== 'price' ? 2 : 1}>
      {stop === null || summary === null ? null : (
        <>
          {unit === 'price' ? null : <BothPrices buy={summary.buy.readings[name]} sell={summary.sell.readings[name]} />}
          {unit === 'pips' ? null : <bdi dir="ltr">{pipsText(t, stop.pips)}</bdi>}
          {unit === 'money' ? null : <Money value={stop.money} />}
          {unit === 'percent' || stop.percent === null ? null : <Percent value={formatFixed(stop.percent)} decimals={2} signed />}
        </>
      )}
    </Readings>
  )
}

function Money({ value }: { value: Fixed }) {
  return (
    <span>
      <b>
        <Profit value={formatFixed(value)} form="glance" />
      </b>{' '}
      USDT
    </span>
  )
}

/** A distance has a price for a buy and another for a sell. */
function BothPrices({ buy, sell }: { buy: StopReadings | null; sell: StopReadings | null }) {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const price = (reading: StopReadings | null, side: string) =>
    reading === null ? null : (
      <SidePrice>
        {side} <Price value={formatFixed(reading.price)} precision={instrument.pricePrecision} pipStyle="plain" />
      </SidePrice>
    )
  return (
    <>
      {price(buy, t('side.long'))}
      {price(sell, t('side.short'))}
    </>
  )
}
