/** How much worse than seen a market order may be filled. A setting, so it is folded away and stays as chosen. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixedShort } from '../../../../rules/decimal'
import { Icon, QuickValues, token } from '../../../ui'
import { useTicket } from './ticket-context'
import { SLIPPAGE_CHOICES, type SlippageChoice } from './ticket-draft'
import { Group, Muted, Readings } from './ticket-parts'
import { slippageOf } from './ticket-steps'

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

export function SlippageField() {
  const { t } = useTranslation('trade')
  const { terms, draft, dispatch } = useTicket()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const hasPips = terms.pricePrecision === 5 || terms.pricePrecision === 3
  const number = (choice: SlippageChoice) =>
    choice === 'any' ? t('ticket.slippageAny') : hasPips ? choice : formatFixedShort(slippageOf(choice, terms) ?? 0n)
  const chosen = number(draft.slippage)
  return (
    <Group>
      <Toggle type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <span>{t('ticket.slippage')}</span>
        <Muted>{hasPips && draft.slippage !== 'any' ? t('ticket.pips', { pips: chosen }) : chosen}</Muted>
        <Icon name="chevron-down" size={16} />
      </Toggle>
      <div id={id} hidden={!isOpen}>
        <QuickValues
          kind="radio"
          label={t('ticket.slippage')}
          values={SLIPPAGE_CHOICES.map((value) => ({ value, label: number(value) }))}
          value={draft.slippage}
          onChange={(slippage) => dispatch({ type: 'slippage-chosen', slippage })}
        />
        <Readings style={{ whiteSpace: 'normal', marginBlockStart: 6 }}>{t('ticket.slippageHelp')}</Readings>
      </div>
    </Group>
  )
}
