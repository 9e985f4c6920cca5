/** An order whose end is not known, kept in the list where it will stand if it was placed. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { line, type OpenSending } from '../../line/line-state'
import { Button, Icon, InstrumentMark, StatusDot, token } from '../../ui'
import { useOpenDeed } from '../not-known/use-open-sendings'
import { lotsText } from './order-facts'
import type { NamedInstrument, OrderTabId } from './orders-data'

/** Null where nothing is not known, or where it belongs to another list. */
export function useUnknownOrderOf(tab: OrderTabId): OpenSending | null {
  const sending = useOpenDeed('order')
  return sending !== null && tab === (sending.fields.status === '0' ? '0' : '1') ? sending : null
}

const Code = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${token.space[2]};
  font-weight: 600;
`
const Side = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-weight: 500;
  white-space: nowrap;
  &[data-side='1'] { color: ${token.direction.upText}; }
  &[data-side='2'] { color: ${token.direction.downText}; }
  small { font-size: inherit; font-weight: 400; color: ${token.text.muted}; }
`
const End = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: ${token.space[3]};
`

function Instrument({ sending, instruments }: UnknownOrderProps) {
  const instrument = instruments.find(({ id }) => id === sending.fields.forex_id)
  if (instrument === undefined) return null
  return (
    <Code>
      <InstrumentMark code={instrument.symbol} logo={instrument.logo} size={22} />
      <bdi dir="ltr">{instrument.symbol}</bdi>
    </Code>
  )
}

function SideOf({ sending: { fields } }: Pick<UnknownOrderProps, 'sending'>) {
  const { t } = useTranslation('order')
  const isSell = fields.type === '2'
  return (
    <Side data-side={fields.type}>
      <Icon name={isSell ? 'arrow-down' : 'arrow-up'} size={14} />
      {t(isSell ? 'short' : 'long')}
      {fields.multiple === undefined ? null : <small data-num="">{fields.multiple}×</small>}
    </Side>
  )
}

function StatusAndCheck() {
  const { t } = useTranslation('public')
  return (
    <End>
      <StatusDot tone="wait" label={t('notKnown.row')} />
      <Button size="sm" onClick={line.tryNow}>
        {t('connection.checkNow')}
      </Button>
    </End>
  )
}

interface UnknownOrderProps {
  readonly sending: OpenSending
  readonly instruments: readonly NamedInstrument[]
}

/** @param columns how many the table has at most */
export function UnknownOrderRow({ sending, instruments, columns }: UnknownOrderProps & { columns: number }) {
  return (
    <tr data-testid="unknown-order">
      <th scope="row">
        <Instrument sending={sending} instruments={instruments} />
      </th>
      <td>
        <SideOf sending={sending} />
      </td>
      <td data-n="">{lotsText(sending.fields.cont ?? '0')}</td>
      <td data-n="" colSpan={columns - 3}>
        <StatusAndCheck />
      </td>
    </tr>
  )
}

const Card = styled.article`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px ${token.space[3]};
  padding: 14px;
  background: ${token.surface.surface};
  border-radius: ${token.radius.md};
  box-shadow: ${token.shadow.card};
  --mark-ring: ${token.surface.surface};
  font-size: ${token.type.sm};
  > :last-child { flex: 1; }
`

export function UnknownOrderCard({ sending, instruments }: UnknownOrderProps) {
  return (
    <Card data-testid="unknown-order">
      <Instrument sending={sending} instruments={instruments} />
      <SideOf sending={sending} />
      <span data-num="">{lotsText(sending.fields.cont ?? '0')}</span>
      <StatusAndCheck />
    </Card>
  )
}
