import { useTranslation } from 'react-i18next'
import type { StopName } from '../../../rules/stop-modes'
import type { Order } from '../../terms/order'
import { DASH, Field, Price, Stepper, Switch, wireDecimal } from '../../ui'
import { AwaitsScripts } from '../../ui/awaits-scripts'
import { useReadBack } from '../../ui/use-read-back'
import { Profit } from './money'
import { isSet, profitAt } from './order-facts'
import { suggestedStop, unitPrecision } from './stops-draft'
import { useProblemText } from './use-problem-text'
import type { StopsEdit } from './use-stops-edit'

interface StopFieldProps {
  name: StopName
  order: Order
  edit: StopsEdit
  hasScripts: boolean
}

/** Stop loss or take profit in the chosen unit, with its price and what it would bring. */
export function StopField({ name, order, edit, hasScripts }: StopFieldProps) {
  const { t } = useTranslation('order')
  const readBack = useReadBack()
  const { unit } = edit.draft
  const { isOn, text } = edit.draft[name]
  const label = t(`fact.${name}`)
  const precision = order.instrument.pricePrecision
  const problem = useProblemText(edit.problemOf(name))
  return (
    <Field
      label={label}
      labelEnd={
        <AwaitsScripts>
          <Switch checked={isOn} onChange={(next) => edit.toggle(name, next)} label={label} labelHidden />
        </AwaitsScripts>
      }
      error={problem ?? undefined}
      announce
      help={<StopHelp name={name} order={order} edit={edit} />}
    >
      {(aria) => (
        <Stepper
          {...aria}
          name={name === 'stopLoss' ? 'stop_loss_price' : 'target_profit_price'}
          value={text}
          onChange={(next) => edit.type(name, next)}
          step={edit.step}
          precision={unitPrecision(unit, precision)}
          startAt={unit === 'price' ? suggestedStop(order, name, order.status === 'pending' ? order.askedPrice : order.price) : edit.step}
          size="compact"
          // Without scripts there is no switch: an empty field is a stop that is not set.
          disabled={hasScripts && !isOn}
          label={label}
          readBack={readBack}
          decreaseLabel={t('decrease', { name: label })}
          increaseLabel={t('increase', { name: label })}
        />
      )}
    </Field>
  )
}

function StopHelp({ name, order, edit }: { name: StopName; order: Order; edit: StopsEdit }) {
  const { t } = useTranslation('order')
  const { unit } = edit.draft
  const { isOn, price } = edit.draft[name]
  if (!isOn) return t('stopOff')
  if (!isSet(price)) return price === '' ? DASH : t('stopOff')
  // A pending order will be filled at its target.
  const target = wireDecimal(edit.draft.target)
  const entered = order.status === 'pending' ? { ...order, entryPrice: isSet(target) ? target : order.askedPrice } : order
  const estimate = profitAt(entered, price, edit.quoteToUsdt)
  return (
    <>
      {unit === 'price' ? null : (
        <>
          <Price value={price} precision={order.instrument.pricePrecision} pipStyle="plain" /> ·{' '}
        </>
      )}
      {estimate === null ? null : (
        <>
          {t('estimate')} <Profit value={estimate} form="glance" tone="plain" currency="USDT" />
        </>
      )}
    </>
  )
}
