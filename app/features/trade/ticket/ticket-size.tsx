/** How large the order is: lots as typed, or as many as the stop loss allows for what is put at risk. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFixed, formatFixedShort } from '../../../../rules/decimal'
import { Field, QuickValues, Stepper } from '../../../ui'
import { useReadBack } from '../../../ui/use-read-back'
import { lotsText } from '../../orders/order-facts'
import { useTicket, useTicketView } from './ticket-context'
import { type RiskUnit, SIZING_STOP_UNITS, type StopDraft } from './ticket-draft'
import { shownSide } from './ticket-figures'
import { Group, Muted, Readings, Scripted, UnitChoice, WithUnit } from './ticket-parts'
import { draftProblem } from './ticket-question'
import { fieldText, lowestLots, quickLots, suggestedTrailing } from './ticket-steps'
import { moneyText } from './trade-texts'

export function SizeField() {
  const { draft } = useTicket()
  return (
    <div data-ticket-size="" style={{ display: 'contents' }}>
      {draft.sizing === 'risk' ? <RiskField /> : <LotsField />}
    </div>
  )
}

function SizingChoice() {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch, shown } = useTicket()
  /** A size needs a stop loss that does not itself depend on the size; pips fit either side. */
  const stopForSizing = (): StopDraft | undefined => {
    const { stopLoss, trailing } = draft
    if (stopLoss.isOn ? SIZING_STOP_UNITS.includes(stopLoss.unit) : trailing.isOn) return undefined
    const reading = stopLoss.isOn ? shown.current?.stopLoss : undefined
    const value = reading ? fieldText('pips', reading.pips, terms) : suggestedTrailing(terms.pricePrecision, terms.priceAtStart)
    return { isOn: true, unit: 'pips', value }
  }
  return (
    <Scripted>
      <UnitChoice
        kind="radio"
        label={t('ticket.sizeBy')}
        values={[
          { value: 'lots', label: t('ticket.byLots') },
          { value: 'risk', label: t('ticket.byRisk') },
        ]}
        value={draft.sizing}
        onChange={(sizing) => {
          const stopLoss = sizing === 'risk' ? stopForSizing() : undefined
          dispatch({ type: 'sizing-chosen', sizing: sizing === 'risk' ? 'risk' : 'lots', ...(stopLoss === undefined ? {} : { stopLoss }) })
        }}
      />
    </Scripted>
  )
}

function LotsField() {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch } = useTicket()
  const id = useId()
  const set = (lots: string) => dispatch({ type: 'lots-typed', lots })
  const label = (
    <>
      {t('ticket.lots')} <Muted>{t('ticket.step', { step: lotsText(formatFixedShort(terms.lotStep)) })}</Muted>
    </>
  )
  return (
    <Group>
      <Field id={id} label={label} labelEnd={<SizingChoice />}>
        {(aria) => <LotsStepper {...aria} />}
      </Field>
      <Scripted>
        <QuickValues label={t('ticket.quickLots')} values={quickLots(terms)} value={draft.lots} onChange={set} />
      </Scripted>
    </Group>
  )
}

export function LotsStepper({
  size = 'normal',
  ...aria
}: {
  id?: string
  size?: 'normal' | 'compact'
  'aria-describedby'?: string | undefined
}) {
  const { t } = useTranslation('trade')
  const readBack = useReadBack()
  const { terms, draft, dispatch } = useTicket()
  const lowest = formatFixed(lowestLots(terms), terms.lotDecimals)
  return (
    <Stepper
      {...aria}
      name="cont"
      size={size}
      value={draft.lots}
      onChange={(lots) => dispatch({ type: 'lots-typed', lots })}
      step={formatFixedShort(terms.lotStep)}
      precision={terms.lotDecimals}
      min={lowest}
      max={formatFixed(terms.maxLots, terms.lotDecimals)}
      startAt={lowest}
      label={t('ticket.lots')}
      readBack={readBack}
      decreaseLabel={t('ticket.decreaseLots')}
      increaseLabel={t('ticket.increaseLots')}
      aria-invalid={draftProblem(terms, draft)?.kind === 'lots'}
    />
  )
}

const QUICK_PERCENT = ['0.50', '1.00', '2.00', '5.00']

function RiskField() {
  const { t } = useTranslation('trade')
  const readBack = useReadBack()
  const { terms, draft, dispatch, shown } = useTicket()
  const id = useId()
  const { unit, value } = draft.risk
  const chooseUnit = (next: RiskUnit) => {
    if (next === unit) return
    const worst = shown.current?.[shown.current.leaning ?? 'buy'].worst
    const money = next === 'money' && worst ? fieldText('money', worst.total, terms) : ''
    dispatch({ type: 'risk-unit-chosen', risk: { unit: next, value: next === 'money' ? money : '1.00' } })
  }
  return (
    <Group>
      <Field id={id} label={t('ticket.risk')} labelEnd={<SizingChoice />}>
        {(aria) => (
          <WithUnit>
            <Stepper
              {...aria}
              value={value}
              onChange={(next) => dispatch({ type: 'risk-typed', value: next })}
              step={unit === 'percent' ? '0.25' : '10'}
              precision={2}
              min="0"
              {...(unit === 'percent' ? { max: '100' } : {})}
              label={`${t('ticket.risk')}, ${unit === 'percent' ? t('ticket.percentOfBalance') : t('ticket.unit.money')}`}
              readBack={readBack}
              decreaseLabel={t('ticket.decreaseRisk')}
              increaseLabel={t('ticket.increaseRisk')}
              aria-invalid={draftProblem(terms, draft)?.kind === 'risk'}
            />
            <UnitChoice
              kind="radio"
              label={t('ticket.unitOf', { name: t('ticket.risk') })}
              values={[
                { value: 'percent', label: <span title={t('ticket.percentOfBalance')}>{t('ticket.unit.percent')}</span> },
                { value: 'money', label: t('ticket.unit.money') },
              ]}
              value={unit}
              onChange={(next) => chooseUnit(next === 'money' ? 'money' : 'percent')}
            />
          </WithUnit>
        )}
      </Field>
      {unit === 'percent' ? (
        <QuickValues
          label={t('ticket.percentOfBalance')}
          values={QUICK_PERCENT.map((percent) => ({ value: percent, label: `${percent.replace(/\.?0+$/, '')}%` }))}
          value={value}
          onChange={(next) => dispatch({ type: 'risk-typed', value: next })}
        />
      ) : null}
      <RiskResult />
    </Group>
  )
}

/** The size that follows, what it can lose, and that a gap can make it more. */
function RiskResult() {
  const { t } = useTranslation('trade')
  const side = shownSide(useTicketView())
  const worst = side?.worst ?? side?.least ?? null
  return (
    <div>
      <Readings>
        <b>{side?.lots == null ? t('ticket.riskNone') : t('ticket.riskSize', { lots: lotsText(formatFixedShort(side.lots)) })}</b>
        <span>
          {worst === null
            ? null
            : t('ticket.worstParts', { move: moneyText(worst.move), spread: moneyText(worst.spread), fee: moneyText(worst.fee) })}
        </span>
      </Readings>
      <Readings style={{ whiteSpace: 'normal' }}>{t('ticket.gapLine')}</Readings>
    </div>
  )
}
