/** The price a pending order waits for, what kind of order that makes on either side, and how far the market is away. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Field, Stepper } from '../../../ui'
import { useReadBack } from '../../../ui/use-read-back'
import { useTicket, useTicketView } from './ticket-context'
import { Muted, Readings } from './ticket-parts'
import { draftProblem } from './ticket-question'
import { suggestedTarget, unitStep } from './ticket-steps'
import { distanceText, pendingKindText } from './trade-texts'

const Target = styled.div``

export function TargetField() {
  const { t } = useTranslation('trade')
  const readBack = useReadBack()
  const { terms, draft, dispatch } = useTicket()
  const id = useId()
  const { decimals, step } = unitStep('price', terms)
  const [wasLeftEmpty, setLeftEmpty] = useState(false)
  return (
    <Target onBlur={() => setLeftEmpty(draft.target.trim() === '')}>
      <Field id={id} label={t('ticket.targetPrice')} labelEnd={<MarketDistance />}>
        {(aria) => (
          <Stepper
            {...aria}
            value={draft.target}
            onChange={(target) => dispatch({ type: 'target-typed', target })}
            step={step}
            precision={decimals}
            min="0"
            startAt={suggestedTarget(terms.pricePrecision, terms.priceAtStart)}
            label={t('ticket.targetPrice')}
            readBack={readBack}
            decreaseLabel={t('ticket.decreaseTarget')}
            increaseLabel={t('ticket.increaseTarget')}
            // Empty is not wrong before somebody has left it so: the target goes with the order it belonged to.
            aria-invalid={(draft.target !== '' || wasLeftEmpty) && draftProblem(terms, draft)?.kind === 'target'}
          />
        )}
      </Field>
      <Kinds />
    </Target>
  )
}

function MarketDistance() {
  const { t } = useTranslation('trade')
  const { terms } = useTicket()
  const { summary, quote } = useTicketView()
  if (summary === null || quote === undefined) return null
  const { buy } = summary
  return <Muted>{t('ticket.fromMarket', { distance: distanceText(t, buy.distanceToMarket, terms.pricePrecision) })}</Muted>
}

/** "Buy limit · Sell stop": which of the four orders the buttons would place, said before they are pressed. */
function Kinds() {
  const { t } = useTranslation('trade')
  const { summary } = useTicketView()
  return (
    <Readings style={{ marginBlockStart: 6 }}>
      {summary === null
        ? null
        : [summary.buy, summary.sell].map((side) => <b key={side.side}>{side.pendingKind && pendingKindText(t, side.side, side)}</b>)}
    </Readings>
  )
}
