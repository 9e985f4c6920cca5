/** The fields of the ticket. They follow the draft only: a tick of the price does not draw them again. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed, formatFixedShort, parseFixed } from '../../../rules/decimal'
import { useRealtime } from '../../realtime/realtime-provider'
import { Field, media, Note, QuickValues, Segmented, Stepper, Switch, token } from '../../ui'
import { PlainFields } from './plain-fields'
import { ProtectionEstimate } from './protection-estimate'
import { useTicket } from './ticket-context'
import { lowestLots, type ProtectionName, priceStep, quickLots, suggestedPrice } from './ticket-draft'
import { draftProblem, marginPercent } from './ticket-summary'
import { lacksLeverage } from './ticket-terms'
import { useTrade } from './trade-context'

const Root = styled.div`
  display: grid;
  gap: ${token.space[4]};
  align-content: start;
  ${media.desktop} { gap: 14px; }
`
const Group = styled.div`
  display: grid;
  gap: 8px;
  align-content: start;
`
const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
  min-height: 24px;
  font-size: ${token.type.sm};
  font-weight: 500;
  color: ${token.text.secondary};
`
const Muted = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
  font-variant-numeric: tabular-nums;
`
const Stops = styled.div`
  display: grid;
  gap: 14px;
  &[data-layout='sheet'] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: ${token.space[3]}; }
`
const Later = styled.span`
  color: ${token.text.secondary};
`
const Scripted = styled.div`
  display: contents;
  @media (scripting: none) { display: none; }
`

export type TicketLayout = 'column' | 'sheet'

export function TicketFields({ layout }: { layout: TicketLayout }) {
  return (
    <Root>
      <Scripted>
        <OrderKind />
      </Scripted>
      <LotsField />
      <Scripted>
        <LeverageField />
        <Stops data-layout={layout}>
          <ProtectionField name="takeProfit" layout={layout} />
          <ProtectionField name="stopLoss" layout={layout} />
        </Stops>
      </Scripted>
      <PlainFields />
    </Root>
  )
}

/** Pending orders come with a later release: the choice is there, and says so when it is asked for. */
function OrderKind() {
  const { t } = useTranslation('trade')
  const [isAsked, setIsAsked] = useState(false)
  const options = [
    { value: 'market', label: t('ticket.market') },
    { value: 'pending', label: <Later>{t('ticket.pending')}</Later> },
  ]
  return (
    <Group>
      <Segmented label={t('ticket.kind')} options={options} value="market" onChange={(value) => setIsAsked(value === 'pending')} />
      {/* Without a box of its own while it is empty. */}
      <div role="status" style={{ display: 'contents' }}>
        {isAsked ? <Note tone="info">{t('ticket.pendingLater')}</Note> : null}
      </div>
    </Group>
  )
}

function LotsField() {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch } = useTicket()
  const id = useId()
  const set = (lots: string) => dispatch({ type: 'lots-typed', lots })
  return (
    <Group>
      <Field id={id} label={t('ticket.lots')} labelEnd={<Muted>{t('ticket.step', { step: formatFixedShort(terms.lotStep) })}</Muted>}>
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
      decreaseLabel={t('ticket.decreaseLots')}
      increaseLabel={t('ticket.increaseLots')}
      aria-invalid={draftProblem(terms, draft)?.kind === 'lots'}
    />
  )
}

function LeverageField() {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch } = useTicket()
  const share = marginPercent(terms, draft)
  if (lacksLeverage(terms)) return <Note tone="warn">{t('lock.no-leverage')}</Note>
  return (
    <Group>
      <Head>
        {t('ticket.leverage')}
        <Muted>{share === null ? t('ticket.fixedMargin') : t('ticket.marginShare', { percent: formatFixed(share, 2) })}</Muted>
      </Head>
      {terms.leverages.length === 0 ? null : (
        <QuickValues
          kind="radio"
          label={t('ticket.leverage')}
          values={terms.leverages.map((value) => ({ value, label: `${value}×` }))}
          value={draft.leverage}
          onChange={(leverage) => dispatch({ type: 'leverage-chosen', leverage })}
        />
      )}
    </Group>
  )
}

const PROTECTION_TEXTS = {
  takeProfit: { label: 'ticket.takeProfit', decrease: 'ticket.decreaseTakeProfit', increase: 'ticket.increaseTakeProfit' },
  stopLoss: { label: 'ticket.stopLoss', decrease: 'ticket.decreaseStopLoss', increase: 'ticket.increaseStopLoss' },
} as const

function ProtectionField({ name, layout }: { name: ProtectionName; layout: TicketLayout }) {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const { terms, draft, dispatch } = useTicket()
  const { stores } = useRealtime()
  const texts = PROTECTION_TEXTS[name]
  const { isOn, price } = draft[name]
  const last = () => parseFixed(stores.quote(instrument.Id).get()?.close ?? instrument.ForexQuotations.Close)
  const problem = draftProblem(terms, draft)
  return (
    <Group>
      <Head>
        <span>{t(texts.label)}</span>
        <Switch
          label={t(texts.label)}
          labelHidden
          checked={isOn}
          onChange={(next) =>
            dispatch({ type: 'protection-switched', name, isOn: next, suggestion: suggestedPrice(name, terms.pricePrecision, last()) })
          }
        />
      </Head>
      {isOn ? (
        <>
          <Stepper
            size={layout === 'sheet' ? 'compact' : 'normal'}
            value={price}
            onChange={(next) => dispatch({ type: 'protection-typed', name, price: next })}
            step={formatFixedShort(priceStep(terms.pricePrecision, parseFixed(instrument.ForexQuotations.Close)))}
            precision={terms.pricePrecision}
            min="0"
            label={t(texts.label)}
            decreaseLabel={t(texts.decrease)}
            increaseLabel={t(texts.increase)}
            aria-invalid={problem?.kind === 'protection' && problem.name === name}
          />
          <ProtectionEstimate name={name} layout={layout} />
        </>
      ) : null}
    </Group>
  )
}
