import type { ReactNode } from 'react'
import styled from 'styled-components'
import { type CheckOutcome, OUTCOME_ICONS } from './check-bar'
import { Icon } from './icon'
import { media, token } from './token'

export interface ShownStep {
  key: string
  name: string
  outcome: CheckOutcome
  /** "Passed": the first word of the heading for who listens to it. */
  outcomeName: string
  /** One fact at the end of the line. */
  fact?: ReactNode
  text: ReactNode
  /** What the outcome means and what to do now. */
  meaning?: ReactNode
  /** Behind `detailsLabel`. */
  details?: ReactNode
  isOpen?: boolean
}

interface ProofStepsProps {
  label: string
  detailsLabel: string
  steps: readonly ShownStep[]
  /** A person opened or closed the details of a step. */
  onToggle?: (key: string, isOpen: boolean) => void
}

const Steps = styled.ol`
  --edge: ${token.space[4]};
  ${media.desktop} { --edge: ${token.space[6]}; }
  > li {
    position: relative;
    display: grid;
    grid-template-columns: 28px minmax(0, 1fr);
    gap: 0 12px;
    padding: 14px var(--edge);
    ${media.desktop} { gap: 0 ${token.space[4]}; padding-block: ${token.space[4]}; }
  }
  > li + li { border-block-start: 1px solid ${token.border.hairline}; }
  > li::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(var(--edge) + 13px);
    width: 2px;
    background: ${token.border.soft};
  }
  > li:first-child::before { inset-block-start: 20px; }
  > li:last-child::before { inset-block-end: auto; height: 20px; }
  > li:not([data-outcome='passed'])::before {
    background: repeating-linear-gradient(180deg, ${token.border.control} 0 3px, transparent 3px 7px);
  }
  h3 { font-size: ${token.type.md}; line-height: 1.35; font-weight: 600; padding-block-start: 4px; }
  p { font-size: ${token.type.sm}; line-height: 1.5; color: ${token.text.secondary}; max-width: 62ch; overflow-wrap: anywhere; }
`
const Disc = styled.span`
  position: relative;
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 50%;
  box-shadow: 0 0 0 4px ${token.surface.surface};
  background: ${token.surface.active};
  color: ${token.text.secondary};
  &[data-outcome='passed'] { background: ${token.status.ok.soft}; color: ${token.status.ok.text}; }
  &[data-outcome='waiting'] { background: ${token.status.warn.soft}; color: ${token.status.warn.text}; }
  &[data-outcome='failed'] { background: ${token.status.danger.fill}; color: ${token.status.danger.on}; }
  &[data-outcome='running'] { background: ${token.brand.soft}; color: ${token.brand.text}; }
`
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 4px 12px;
  > span { font-size: ${token.type.xs}; color: ${token.text.secondary}; font-variant-numeric: tabular-nums; }
`
const Meaning = styled.div`
  display: grid;
  gap: ${token.space[2]};
  margin-block-start: 10px;
  padding: 12px;
  border-radius: ${token.radius.sm};
  background: ${token.status.warn.soft};
  &[data-outcome='failed'] { background: ${token.status.danger.soft}; }
  p { color: ${token.text.primary}; }
`
const More = styled.details`
  margin-block-start: 6px;
  > summary {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    font-size: ${token.type.xs};
    font-weight: 500;
    color: ${token.brand.text};
    cursor: pointer;
    list-style: none;
    ${media.touch} { min-height: 44px; }
  }
  > summary::-webkit-details-marker { display: none; }
  > summary svg { transition: transform ${token.motion.hover} ${token.motion.enter}; }
  &[open] > summary svg { transform: rotate(180deg); }
`
const Well = styled.div`
  margin-block-start: 6px;
  padding: 12px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.hairline};
  dl { font-size: ${token.type.xs}; }
`

/** Checks that stand on one another: an outcome on a line for each, dashed beside what did not pass. */
export function ProofSteps({ label, detailsLabel, steps, onToggle }: ProofStepsProps) {
  return (
    <Steps aria-label={label}>
      {steps.map(({ key, name, outcome, outcomeName, fact, text, meaning, details, isOpen = false }) => (
        <li key={key} data-outcome={outcome}>
          <Disc data-outcome={outcome}>
            <Icon name={OUTCOME_ICONS[outcome]} size={16} strong spin={outcome === 'running'} />
          </Disc>
          <div>
            <Head>
              <h3>
                <span className="sr-only">{outcomeName}: </span>
                {name}
              </h3>
              {fact === undefined ? null : <span>{fact}</span>}
            </Head>
            <p>{text}</p>
            {meaning === undefined ? null : <Meaning data-outcome={outcome}>{meaning}</Meaning>}
            {details === undefined ? null : (
              <More
                open={isOpen}
                onToggle={({ currentTarget }) => {
                  if (currentTarget.open !== isOpen) onToggle?.(key, currentTarget.open)
                }}
              >
                <summary>
                  {detailsLabel}
                  <Icon name="chevron-down" size={14} />
                </summary>
                <Well>{details}</Well>
              </More>
            )}
          </div>
        </li>
      ))}
    </Steps>
  )
}
