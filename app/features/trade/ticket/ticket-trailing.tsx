/** A stop loss that follows the price. The broker keeps it, so it works with this page closed. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFixed, parseFixed } from '../../../../rules/decimal'
import { pipSize } from '../../../../rules/pip'
import { useRealtime } from '../../../realtime/realtime-provider'
import { Stepper, Switch } from '../../../ui'
import { useReadBack } from '../../../ui/use-read-back'
import { useTrade } from '../scene/trade-context'
import { useTicket } from './ticket-context'
import { Group, Head, Readings, UnitChoice, WithUnit } from './ticket-parts'
import { draftProblem, trailingOf } from './ticket-question'
import { fieldText, suggestedTrailing, type TrailingUnit, unitStep } from './ticket-steps'

export function TrailingField() {
  const { t } = useTranslation('trade')
  const readBack = useReadBack()
  const { instrument } = useTrade()
  const { terms, draft, dispatch } = useTicket()
  const { stores } = useRealtime()
  const helpId = useId()
  const { isOn, unit, value } = draft.trailing
  const last = () => parseFixed(stores.quote(instrument.id).get()?.last ?? instrument.quote.last)
  const { decimals, step } = unitStep(unit, terms)
  return (
    <Group>
      <Head>
        <span>{t('ticket.trailing')}</span>
        <Switch
          label={t('ticket.trailing')}
          labelHidden
          checked={isOn}
          onChange={(next) =>
            dispatch({ type: 'trailing-switched', isOn: next, suggestion: suggestedTrailing(terms.pricePrecision, last()) })
          }
        />
      </Head>
      {isOn ? (
        <>
          <WithUnit>
            <Stepper
              value={value}
              onChange={(next) => dispatch({ type: 'trailing-typed', value: next })}
              step={step}
              precision={decimals}
              min="0"
              label={`${t('ticket.trailing')}, ${t(`ticket.unit.${unit}`)}`}
              readBack={readBack}
              decreaseLabel={t('ticket.decreaseTrailing')}
              increaseLabel={t('ticket.increaseTrailing')}
              aria-describedby={helpId}
              aria-invalid={draftProblem(terms, draft)?.kind === 'trailing'}
            />
            <TrailingUnits />
          </WithUnit>
          <Readings id={helpId} style={{ whiteSpace: 'normal' }}>
            {t('ticket.trailingHelp')}
          </Readings>
        </>
      ) : null}
    </Group>
  )
}

function TrailingUnits() {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch } = useTicket()
  const { unit } = draft.trailing
  const choose = (next: TrailingUnit) => {
    if (next === unit) return
    const distance = trailingOf(terms, draft) ?? 0n
    const pips = formatFixed((distance * 10n ** 8n) / pipSize(terms.pricePrecision), 1)
    const value = distance === 0n ? '' : next === 'pips' ? pips : fieldText('price', distance, terms)
    dispatch({ type: 'trailing-unit-chosen', unit: next, value })
  }
  return (
    <UnitChoice
      kind="radio"
      label={t('ticket.unitOf', { name: t('ticket.trailing') })}
      values={[
        { value: 'pips', label: t('ticket.unit.pips') },
        { value: 'price', label: t('ticket.unit.price') },
      ]}
      value={unit}
      onChange={(next) => choose(next === 'price' ? 'price' : 'pips')}
    />
  )
}
