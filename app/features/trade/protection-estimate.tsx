import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed } from '../../../rules/decimal'
import { Amount, token } from '../../ui'
import { useTicket, useTicketView } from './ticket-context'
import type { ProtectionName } from './ticket-draft'
import { distanceText } from './trade-texts'

const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[2]};
  min-height: 16px;
  font-size: ${token.type.xs};
  line-height: 16px;
  color: ${token.text.muted};
  white-space: nowrap;
  &[data-layout='sheet'] { justify-content: flex-end; > :first-child { display: none; } }
  b { font-weight: 500; }
`

/** Distance from the price, and the money at that price for the side that the value fits. */
export function ProtectionEstimate({ name, layout }: { name: ProtectionName; layout: 'column' | 'sheet' }) {
  const { t } = useTranslation('trade')
  const { terms } = useTicket()
  const stop = useTicketView().summary?.[name] ?? null
  return (
    <Line data-layout={layout}>
      <bdi dir="ltr" data-num="">
        {stop === null ? '' : distanceText(t, stop.distance, terms.pricePrecision)}
      </bdi>
      {stop === null ? null : (
        <span>
          {t('ticket.estimate')}{' '}
          <b>
            <Amount value={formatFixed(stop.result)} decimals={2} rounding="half-up" signed tone="direction" />
          </b>{' '}
          USDT
        </span>
      )}
    </Line>
  )
}
