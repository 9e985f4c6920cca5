import { Form } from '@remix-run/react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { STOP_UNITS } from '../../../rules/stop-modes'
import { paths } from '../../addresses/paths'
import type { Order } from '../../terms/order'
import { Button, compareDecimals, Field, focusFirstWrong, media, Note, Price, QuickValues, Stepper, Switch, token } from '../../ui'
import { AwaitsScripts } from '../../ui/awaits-scripts'
import { useHydrated } from '../../ui/use-hydrated'
import { useReadBack } from '../../ui/use-read-back'
import { useFarPriceQuestion } from './far-price'
import { StopField } from './stop-field'
import type { SentStops } from './use-order-action'
import { useProblemText } from './use-problem-text'
import { type StopsEdit, useStopsEdit } from './use-stops-edit'

interface StopsEditorProps {
  order: Order
  formKey: string
  lockedReason: string | null
  isBusy: boolean
  onSave: (stops: SentStops) => void
  /** The other button of the pair: Close at market, Cancel order. */
  endButton: ReactNode
  /** What else can be done with a position, beside break-even. */
  tools?: ReactNode
  /** Between the fields and the buttons: what is known about the order. */
  children: ReactNode
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${token.space[3]};
  align-items: start;
`
/** The pair stays at the lower edge of its sheet or panel while the figures scroll under it. */
const Buttons = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(132px, 100%), 1fr));
  gap: ${token.space[2]};
  button, a { padding-inline: ${token.space[2]}; }
  position: sticky;
  inset-block-end: calc(-1 * ${token.space[4]});
  padding-block: ${token.space[3]} ${token.space[4]};
  margin-block-end: calc(-1 * ${token.space[4]});
  background: var(--mark-ring);
  z-index: 1;
`
const Tools = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100px, 100%), 1fr));
  gap: ${token.space[2]};
  button { padding-inline: ${token.space[1]}; font-size: ${token.type.sm}; min-height: 44px; ${media.desktop} { min-height: 36px; } }
`
const Editor = styled(Form)`
  display: grid;
  gap: ${token.space[4]};
`
const Hint = styled.p`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  margin-block-start: ${token.space[1]};
`

/** Target, stop loss, take profit and trailing stop, with what each would bring. Save wakes up when something has changed. */
export function StopsEditor({ order, formKey, lockedReason, isBusy, onSave, endButton, tools, children }: StopsEditorProps) {
  const { t } = useTranslation('order')
  const hasScripts = useHydrated()
  const edit = useStopsEdit(order)
  const isPending = order.status === 'pending'
  const hintId = useId()
  const saveLabel = t(isPending ? 'saveOrder' : 'saveStops')
  const far = useFarPriceQuestion(order.instrument.pricePrecision)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || !edit.isChanged || lockedReason !== null) return
    if (edit.hasProblem) {
      focusFirstWrong(event.currentTarget)
      return
    }
    const { targetPrice = '', takeProfit, stopLoss } = edit.sent
    const prices = [
      { name: t('fact.target'), price: targetPrice },
      { name: t('fact.takeProfit'), price: takeProfit },
      { name: t('fact.stopLoss'), price: stopLoss },
    ]
    far.ask({ prices, now: edit.marketPrice, confirmLabel: saveLabel, send: () => onSave(edit.sent) })
  }
  return (
    <Editor method="post" action={paths.orders({ type: isPending ? '0' : '1' })} onSubmit={save}>
      <input type="hidden" name="intent" value="stops" />
      <input type="hidden" name="id" value={order.id} />
      <input type="hidden" name="key" value={`${formKey}.stops.${order.id}`} />
      {isPending ? <TargetField order={order} edit={edit} /> : null}
      <AwaitsScripts>
        <QuickValues
          kind="radio"
          label={t('unit.label')}
          values={STOP_UNITS.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          value={edit.draft.unit}
          onChange={edit.setUnit}
        />
      </AwaitsScripts>
      <Pair>
        <StopField name="stopLoss" order={order} edit={edit} hasScripts={hasScripts} />
        <StopField name="takeProfit" order={order} edit={edit} hasScripts={hasScripts} />
      </Pair>
      <AwaitsScripts>
        <TrailingField order={order} edit={edit} />
      </AwaitsScripts>
      {isPending ? null : (
        <AwaitsScripts>
          <div>
            <Tools>
              <BreakEvenButton hintId={hintId} order={order} edit={edit} isLocked={lockedReason !== null || isBusy} onSave={onSave} />
              {tools}
            </Tools>
            <BreakEvenHint hintId={hintId} order={order} edit={edit} />
          </div>
        </AwaitsScripts>
      )}
      {children}
      {lockedReason === null ? null : <Note tone="warn">{lockedReason}</Note>}
      <Buttons>
        <Button type="submit" size="lg" busy={isBusy} disabled={hasScripts && (!edit.isChanged || lockedReason !== null) && !isBusy}>
          {saveLabel}
        </Button>
        {endButton}
      </Buttons>
      {far.dialog}
    </Editor>
  )
}

function TargetField({ order, edit }: { order: Order; edit: StopsEdit }) {
  const { t } = useTranslation('order')
  const readBack = useReadBack()
  const problem = useProblemText(edit.problemOf('target'))
  const label = t('fact.target')
  return (
    <Field label={label} error={problem ?? undefined} announce help={t('targetHelp')}>
      {(aria) => (
        <Stepper
          {...aria}
          name="target_price"
          value={edit.draft.target}
          onChange={edit.setTarget}
          step={edit.priceStep}
          precision={order.instrument.pricePrecision}
          label={label}
          readBack={readBack}
          decreaseLabel={t('decrease', { name: label })}
          increaseLabel={t('increase', { name: label })}
        />
      )}
    </Field>
  )
}

const TrailingLine = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[3]};
  font-size: ${token.type.sm};
  font-weight: 500;
`

/** The distance has its field only while the stop trails. */
function TrailingField({ order, edit }: { order: Order; edit: StopsEdit }) {
  const { t } = useTranslation('order')
  const readBack = useReadBack()
  const problem = useProblemText(edit.problemOf('trailing'))
  const { isTrailing, trailingDistance } = edit.draft
  const label = t('trailing.label')
  const toggle = <Switch checked={isTrailing} onChange={edit.setTrailing} label={label} labelHidden />
  if (!isTrailing) {
    return (
      <TrailingLine>
        <span aria-hidden="true">{label}</span>
        {toggle}
      </TrailingLine>
    )
  }
  return (
    <Field label={label} labelEnd={toggle} error={problem ?? undefined} announce help={t('trailing.help')}>
      {(aria) => (
        <Stepper
          {...aria}
          value={trailingDistance}
          onChange={edit.setDistance}
          step={edit.priceStep}
          min="0"
          precision={order.instrument.pricePrecision}
          size="compact"
          label={t('trailing.distance')}
          readBack={readBack}
          decreaseLabel={t('decrease', { name: label })}
          increaseLabel={t('increase', { name: label })}
        />
      )}
    </Field>
  )
}

interface BreakEvenProps {
  hintId: string
  order: Order
  edit: StopsEdit
  isLocked: boolean
  onSave: (stops: SentStops) => void
}

const isAtEntry = (order: Order) => compareDecimals(order.stopLoss, order.entryPrice) === 0

/** One tap: the stop loss goes to the entry price; the take profit stays as it is saved. */
function BreakEvenButton({ hintId, order, edit, isLocked, onSave }: BreakEvenProps) {
  const { t } = useTranslation('order')
  const isOff = isLocked || edit.breakEvenNeeds !== null || isAtEntry(order)
  return (
    <Button
      aria-disabled={isOff || undefined}
      aria-describedby={hintId}
      onClick={() => {
        if (!isOff) onSave({ stopLoss: order.entryPrice, takeProfit: order.takeProfit })
      }}
    >
      {t('breakEven.action')}
    </Button>
  )
}

/** Why break-even does nothing now, or what it does. */
function BreakEvenHint({ hintId, order, edit }: Pick<BreakEvenProps, 'hintId' | 'order' | 'edit'>) {
  const { t } = useTranslation('order')
  const needs = edit.breakEvenNeeds
  return (
    <Hint id={hintId}>
      {isAtEntry(order) ? (
        t('breakEven.there')
      ) : needs === null ? (
        t('breakEven.help')
      ) : (
        <>
          {t(needs.bound === 'at-least' ? 'breakEven.needsAbove' : 'breakEven.needsBelow')}{' '}
          <Price value={needs.price} precision={order.instrument.pricePrecision} pipStyle="plain" />
        </>
      )}
    </Hint>
  )
}
