/** The ticket for a browser without scripts: plain fields and two submit buttons, in the same form. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Control, Field, token } from '../../ui'
import { useTicket } from './ticket-context'

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

export function PlainFields() {
  const { t } = useTranslation('trade')
  const { terms } = useTicket()
  const id = useId()
  return (
    <OnlyWithoutScripts>
      {terms.leverages.length === 0 ? null : (
        <Field label={t('ticket.leverage')} id={`${id}-leverage`}>
          <Control>
            <select id={`${id}-leverage`} name="multiple" defaultValue={terms.leverages[0]}>
              {terms.leverages.map((leverage) => (
                <option key={leverage} value={leverage}>
                  {leverage}×
                </option>
              ))}
            </select>
          </Control>
        </Field>
      )}
      {(['target_profit_price', 'stop_loss_price'] as const).map((name) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          label={t(name === 'stop_loss_price' ? 'ticket.stopLoss' : 'ticket.takeProfit')}
          help={t('ticket.noStop')}
        >
          {(aria) => (
            <Control>
              <input {...aria} name={name} inputMode="decimal" defaultValue="0" />
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
  return (
    <OnlyWithoutScripts>
      <Pair>
        <Button type="submit" variant="buy" size="lg" name="type" value="1">
          {t('ticket.buyUp')}
        </Button>
        <Button type="submit" variant="sell" size="lg" name="type" value="2">
          {t('ticket.sellLow')}
        </Button>
      </Pair>
    </OnlyWithoutScripts>
  )
}
