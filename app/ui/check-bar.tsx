import styled from 'styled-components'
import type { IconName } from './icon'
import { token } from './token'

/** What a check came to. Never told by colour alone: each has its icon, its word and its kind of line. */
export type CheckOutcome = 'passed' | 'waiting' | 'failed' | 'unchecked' | 'running'

export const OUTCOME_ICONS: Readonly<Record<CheckOutcome, IconName>> = {
  passed: 'check',
  waiting: 'hourglass',
  failed: 'x',
  unchecked: 'minus',
  running: 'loader',
}

const Bar = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: 4px;
  span { block-size: 6px; border-radius: 3px; }
  [data-outcome='passed'] { background: ${token.status.ok.text}; }
  [data-outcome='failed'] { background: ${token.status.danger.text}; }
  [data-outcome='waiting'] {
    background: linear-gradient(to right, ${token.status.warn.text} 40%, transparent 40%);
    box-shadow: inset 0 0 0 1px ${token.status.warn.text};
    &:dir(rtl) { background: linear-gradient(to left, ${token.status.warn.text} 40%, transparent 40%); }
  }
  [data-outcome='unchecked'], [data-outcome='running'] {
    background: repeating-linear-gradient(135deg, ${token.border.control} 0 2px, transparent 2px 5px);
    box-shadow: inset 0 0 0 1px ${token.border.control};
  }
`

/** A segment for each check. `label` says it in words: "5 of 5 checks passed". */
export function CheckBar({ outcomes, label }: { outcomes: readonly CheckOutcome[]; label: string }) {
  return (
    <Bar role="img" aria-label={label}>
      {outcomes.map((outcome, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the checks are in their order for good
        <span key={index} data-outcome={outcome} />
      ))}
    </Bar>
  )
}
