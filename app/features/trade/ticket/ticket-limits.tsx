/** What a market order is held to when it is filled. Settings, so they are folded away and stay as chosen. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixedShort } from '../../../../rules/decimal'
import { Icon, QuickValues, token } from '../../../ui'
import { useTicket } from './ticket-context'
import type { LimitName } from './ticket-draft'
import { Group, Muted, Readings } from './ticket-parts'
import { LIMIT_CHOICES, type LimitChoice, limitOf } from './ticket-steps'

const Toggle = styled.button`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  width: 100%;
  min-height: 24px;
  position: relative;
  font-size: ${token.type.sm};
  font-weight: 500;
  color: ${token.text.secondary};
  text-align: start;
  > span:first-child { flex: 1; }
  &::after { content: ''; position: absolute; inset: -10px 0; }
  &[aria-expanded='true'] svg { transform: rotate(180deg); }
`

export const MarketLimits = () => <LimitField name="slippage" />

function LimitField({ name }: { name: LimitName }) {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch } = useTicket()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const hasPips = terms.pricePrecision === 5 || terms.pricePrecision === 3
  const number = (choice: LimitChoice) =>
    choice === 'any' ? t('ticket.noLimit') : hasPips ? choice : formatFixedShort(limitOf(choice, terms) ?? 0n)
  const chosen = draft[name]
  return (
    <Group>
      <Toggle type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <span>{t(`ticket.${name}`)}</span>
        <Muted>{hasPips && chosen !== 'any' ? t('ticket.pips', { pips: number(chosen) }) : number(chosen)}</Muted>
        <Icon name="chevron-down" size={16} />
      </Toggle>
      <div id={id} hidden={!isOpen}>
        <QuickValues
          kind="radio"
          label={t(`ticket.${name}`)}
          values={LIMIT_CHOICES.map((value) => ({ value, label: number(value) }))}
          value={chosen}
          onChange={(limit) => dispatch({ type: 'limit-chosen', name, limit })}
        />
        <Readings style={{ whiteSpace: 'normal', marginBlockStart: 6 }}>{t(`ticket.${name}Help`)}</Readings>
      </div>
    </Group>
  )
}
