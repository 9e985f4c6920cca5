import { Form } from '@remix-run/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { paths } from '../../platform/paths'
import { useQuote } from '../../realtime'
import { Amount, Button, Field, media, Note, Stepper, Switch, token } from '../../ui'
import { useLiveOrder } from './live-figures'
import { profitAt, stopsProblem } from './order-facts'
import { isChanged, type StopName, type StopsDraft, sentPrice, startDraft, stopStep, suggestedStop } from './stops-draft'
import { useHydrated } from './use-hydrated'

export interface StopsEditorProps {
  order: Order
  formKey: string
  lockedReason: string | null
  isBusy: boolean
  onSave: (stops: { takeProfit: string; stopLoss: string }) => void
  /** The other button of the pair: Close at market. */
  endButton: ReactNode
  /** Between the fields and the buttons: what is known about the order. */
  children: ReactNode
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${token.space[3]};
`
/** On a sheet the pair stays at its lower edge while the figures scroll under it. */
const Buttons = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(132px, 100%), 1fr));
  gap: ${token.space[2]};
  button, a { padding-inline: ${token.space[2]}; }
  ${media.touch} {
    position: sticky;
    inset-block-end: 0;
    padding-block: ${token.space[3]} ${token.space[1]};
    background: var(--mark-ring);
    z-index: 1;
  }
`
const Root = styled(Form)`
  display: grid;
  gap: ${token.space[4]};
`

/** Stop loss and take profit of a holding order, with what each would bring. Save wakes up when something has changed. */
export function StopsEditor({ order, formKey, lockedReason, isBusy, onSave, endButton, children }: StopsEditorProps) {
  const { t } = useTranslation('order')
  const hasScripts = useHydrated()
  const [draft, setDraft] = useState<StopsDraft>(() => startDraft(order))
  const quote = useQuote(order.ForexTradeLists.Id)
  const { price } = useLiveOrder(order)
  const sent = { stopLoss: sentPrice(draft.stopLoss), takeProfit: sentPrice(draft.takeProfit) }
  const problem = quote ? stopsProblem(order, sent, quote) : null
  const canSave = isChanged(order, draft) && problem === null && lockedReason === null
  const change = (name: StopName, next: Partial<StopsDraft[StopName]>) =>
    setDraft((before) => ({ ...before, [name]: { ...before[name], ...next } }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (canSave && !isBusy) onSave(sent)
  }
  const field = (name: StopName) => (
    <StopField
      name={name}
      order={order}
      draft={draft}
      hasScripts={hasScripts}
      quoteToUsdt={quote?.quoteToUsdt}
      isWrongSide={problem === (name === 'stopLoss' ? 'STOP_LOSS_WRONG_SIDE' : 'TAKE_PROFIT_WRONG_SIDE')}
      onPrice={(next) => change(name, { price: next })}
      onSwitch={(isOn) => change(name, { isOn, ...(isOn && draft[name].price === '' ? { price: suggestedStop(order, name, price) } : {}) })}
    />
  )
  return (
    <Root method="post" action={paths.orders({ type: '1' })} onSubmit={save}>
      <input type="hidden" name="intent" value="stops" />
      <input type="hidden" name="id" value={order.Id} />
      <input type="hidden" name="key" value={`${formKey}.stops.${order.Id}`} />
      <Pair>
        {field('stopLoss')}
        {field('takeProfit')}
      </Pair>
      {children}
      {lockedReason === null ? null : <Note tone="warn">{lockedReason}</Note>}
      <Buttons>
        <Button type="submit" size="lg" busy={isBusy} disabled={hasScripts && !canSave && !isBusy}>
          {t('saveStops')}
        </Button>
        {endButton}
      </Buttons>
    </Root>
  )
}

interface StopFieldProps {
  name: StopName
  order: Order
  draft: StopsDraft
  hasScripts: boolean
  quoteToUsdt: string | undefined
  isWrongSide: boolean
  onPrice: (price: string) => void
  onSwitch: (isOn: boolean) => void
}

function StopField({ name, order, draft, hasScripts, quoteToUsdt, isWrongSide, onPrice, onSwitch }: StopFieldProps) {
  const { t } = useTranslation(['order', 'public'])
  const { isOn, price } = draft[name]
  const label = t(`order:fact.${name}`)
  const precision = order.ForexTradeLists.PricePrecision
  const estimate = isOn ? profitAt(order, price, quoteToUsdt) : null
  const error = name === 'stopLoss' ? 'public:error.STOP_LOSS_WRONG_SIDE' : 'public:error.TAKE_PROFIT_WRONG_SIDE'
  return (
    <Field
      id={`${name}-${order.Id}`}
      label={label}
      labelEnd={hasScripts ? <Switch checked={isOn} onChange={onSwitch} label={label} labelHidden /> : null}
      error={isWrongSide ? t(error) : undefined}
      announce
      help={
        estimate === null ? (
          t('order:stopOff')
        ) : (
          <>
            {t('order:estimate')} <Amount value={estimate} decimals={2} rounding="half-up" signed currency="USDT" />
          </>
        )
      }
    >
      {(aria) => (
        <Stepper
          {...aria}
          name={name === 'stopLoss' ? 'stop_loss_price' : 'target_profit_price'}
          value={price}
          onChange={onPrice}
          step={stopStep(precision)}
          precision={precision}
          startAt={suggestedStop(order, name, order.UpdatePrice)}
          size="compact"
          // Without scripts there is no switch: an empty field is a stop that is not set.
          disabled={hasScripts && !isOn}
          label={label}
          decreaseLabel={t('order:decrease', { name: label })}
          increaseLabel={t('order:increase', { name: label })}
        />
      )}
    </Field>
  )
}
