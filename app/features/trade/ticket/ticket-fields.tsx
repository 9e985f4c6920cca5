/** The fields of the ticket. They follow the draft only: a tick of the price does not draw them again. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed, parseFixed } from '../../../../rules/decimal'
import { afterPage } from '../../../page/after-page'
import { useRealtime } from '../../../realtime/realtime-provider'
import { media, Note, QuickValues, Segmented, token } from '../../../ui'
import { lacksLeverage } from '../scene/ticket-terms'
import { useTrade } from '../scene/trade-context'
import { keepLeverage } from '../scene/trade-memory'
import { PlainFields } from './plain-fields'
import { useTicket } from './ticket-context'
import { MarketLimits } from './ticket-limits'
import { Group, Head, Muted, Scripted, type TicketLayout } from './ticket-parts'
import { ProtectionField } from './ticket-protection'
import { SizeField } from './ticket-size'
import { suggestedTarget } from './ticket-steps'
import { marginPercent } from './ticket-summary'
import { TargetField } from './ticket-target'
import { TrailingField } from './ticket-trailing'

const Fields = styled.div`
  display: grid;
  gap: ${token.space[4]};
  align-content: start;
  ${media.desktop} { gap: 12px; }
`
const Stops = styled.div`
  display: grid;
  gap: 12px;
  &[data-layout='sheet'] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: ${token.space[3]}; }
`

/** Nothing moves when the row comes. */
const PresetPlace = styled.div`
  min-height: 36px;
  min-width: 0;
  ${media.desktop} { min-height: 32px; }
`

const PresetRow = afterPage(() => import('./preset-row').then((row) => row.PresetRow))

export function TicketFields({ layout }: { layout: TicketLayout }) {
  const { draft } = useTicket()
  return (
    <Fields>
      <Scripted>
        <OrderKind />
        <PresetPlace>
          <PresetRow />
        </PresetPlace>
        {draft.kind === 'pending' ? <TargetField /> : null}
      </Scripted>
      <SizeField />
      <Scripted>
        <LeverageField />
        <Stops data-layout={layout}>
          <ProtectionField name="takeProfit" layout={layout} />
          <ProtectionField name="stopLoss" layout={layout} />
        </Stops>
        <TrailingField />
        {draft.kind === 'market' ? <MarketLimits /> : null}
      </Scripted>
      <PlainFields />
    </Fields>
  )
}

function OrderKind() {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const { terms, draft, dispatch } = useTicket()
  const { stores } = useRealtime()
  const options = [
    { value: 'market' as const, label: t('ticket.market') },
    { value: 'pending' as const, label: t('ticket.pending') },
  ]
  const last = () => parseFixed(stores.quote(instrument.id).get()?.last ?? instrument.quote.last)
  return (
    <Segmented
      label={t('ticket.kind')}
      options={options}
      value={draft.kind}
      onChange={(kind) => dispatch({ type: 'kind-chosen', kind, suggestion: suggestedTarget(terms.pricePrecision, last()) })}
    />
  )
}

function LeverageField() {
  const { t } = useTranslation('trade')
  const { data } = useTrade()
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
          onChange={(leverage) => {
            keepLeverage(terms.code, leverage, data.leverages)
            dispatch({ type: 'leverage-chosen', leverage })
          }}
        />
      )}
    </Group>
  )
}
