/** The ticket for a browser without scripts: plain fields and two submit buttons, in the same form. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { writeSide, writeStatus } from '../../../terms/order'
import { Button, Control, Field, token } from '../../../ui'
import { useIsWindingDown } from '../../../visitor/site'
import { useTicket } from './ticket-context'
import type { StopDraft, TrailingDraft } from './ticket-draft'

const OnlyWithoutScripts = styled.div`
  display: none;
  @media (scripting: none) { display: grid; gap: ${token.space[3]}; }
  select { width: 100%; min-height: ${token.size.field}; background: none; border: 0; color: inherit; font: inherit; }
`
const Pair = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${token.space[2]};
`

const PRICE_FIELDS = [
  { name: 'target_price', label: 'ticket.targetPrice', help: 'ticket.pendingOnly' },
  { name: 'target_profit_price', label: 'ticket.takeProfit', help: 'ticket.noStop' },
  { name: 'stop_loss_price', label: 'ticket.stopLoss', help: 'ticket.noStop' },
  { name: 'trailing_distance', label: 'ticket.trailing', help: 'ticket.noTrailing' },
] as const

export function PlainFields() {
  const { t } = useTranslation('trade')
  const { terms, draft } = useTicket()
  const id = useId()
  const priceOf = ({ isOn, unit, value }: StopDraft | TrailingDraft) => (isOn && unit === 'price' ? value : '0')
  const typed = {
    target_price: draft.target,
    target_profit_price: priceOf(draft.takeProfit),
    stop_loss_price: priceOf(draft.stopLoss),
    trailing_distance: priceOf(draft.trailing),
  }
  return (
    <OnlyWithoutScripts>
      <Field label={t('ticket.kind')} id={`${id}-kind`}>
        <Control>
          <select id={`${id}-kind`} name="status" defaultValue={writeStatus(draft.kind === 'pending' ? 'pending' : 'open')}>
            <option value={writeStatus('open')}>{t('ticket.market')}</option>
            <option value={writeStatus('pending')}>{t('ticket.pending')}</option>
          </select>
        </Control>
      </Field>
      {terms.leverages.length === 0 ? null : (
        <Field label={t('ticket.leverage')} id={`${id}-leverage`}>
          <Control>
            <select id={`${id}-leverage`} name="multiple" defaultValue={draft.leverage}>
              {terms.leverages.map((leverage) => (
                <option key={leverage} value={leverage}>
                  {leverage}×
                </option>
              ))}
            </select>
          </Control>
        </Field>
      )}
      {PRICE_FIELDS.map(({ name, label, help }) => (
        <Field key={name} id={`${id}-${name}`} label={t(label)} help={t(help)}>
          {(aria) => (
            <Control>
              <input {...aria} name={name} inputMode="decimal" defaultValue={typed[name]} />
            </Control>
          )}
        </Field>
      ))}
    </OnlyWithoutScripts>
  )
}

/** The two ways to send the form without scripts. */
export function PlainButtons() {
  const { t } = useTranslation('trade')
  const isWindingDown = useIsWindingDown()
  return (
    <OnlyWithoutScripts>
      <Pair>
        <Button type="submit" variant="buy" size="lg" name="type" value={writeSide('buy')} disabled={isWindingDown}>
          {t('ticket.buyUp')}
        </Button>
        <Button type="submit" variant="sell" size="lg" name="type" value={writeSide('sell')} disabled={isWindingDown}>
          {t('ticket.sellLow')}
        </Button>
      </Pair>
    </OnlyWithoutScripts>
  )
}
