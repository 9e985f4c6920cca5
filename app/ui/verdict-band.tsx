import { forwardRef, type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { CheckBar, type CheckOutcome } from './check-bar'
import { Icon, type IconName } from './icon'
import { media, token } from './token'

export type VerdictTone = 'ok' | 'warn' | 'danger' | 'info'

interface VerdictBandProps {
  tone: VerdictTone
  icon?: IconName
  title: string
  text: ReactNode
  /** The outcome of each check and what they come to in words. */
  checks?: { outcomes: readonly CheckOutcome[]; label: string }
  /** Short facts in one line under the bar. */
  facts?: readonly ReactNode[]
  actions?: ReactNode
  className?: string
}

const ICONS: Readonly<Record<VerdictTone, IconName>> = {
  ok: 'shield-check',
  warn: 'hourglass',
  danger: 'circle-alert',
  info: 'info',
}

const Band = styled.section`
  display: grid;
  gap: ${token.space[4]};
  padding: ${token.space[4]};
  border-radius: ${token.radius.md};
  color: ${token.text.primary};
  background: ${token.status.ok.soft};
  --tone: ${token.status.ok.text};
  --ground: ${token.status.ok.soft};
  &[data-tone='warn'] { background: ${token.status.warn.soft}; --tone: ${token.status.warn.text}; --ground: ${token.status.warn.soft}; }
  &[data-tone='danger'] { background: ${token.status.danger.soft}; --tone: ${token.status.danger.text}; --ground: ${token.status.danger.soft}; }
  &[data-tone='info'] { background: ${token.status.info.soft}; --tone: ${token.status.info.text}; --ground: ${token.status.info.soft}; }
  animation: candor-drop ${token.motion.move} ${token.motion.enter};
  ${media.desktop} { padding: ${token.space[6]}; }
  ${media.still} { animation: none; }
  h2 {
    font-size: ${token.type.xxl};
    line-height: 1.2;
    padding-block-start: 6px;
    outline: 0;
    ${media.desktop} { padding-block-start: ${token.space[2]}; }
  }
  p { max-width: 62ch; font-size: ${token.type.md}; line-height: 1.5; margin-block-start: 6px; overflow-wrap: anywhere; }
`
const Head = styled.div`
  display: grid;
  grid-template-columns: 40px minmax(0, 1fr);
  gap: 12px;
  align-items: start;
  ${media.desktop} { grid-template-columns: 44px minmax(0, 1fr); gap: ${token.space[4]}; }
`
const Mark = styled.span`
  display: grid;
  place-items: center;
  aspect-ratio: 1;
  border-radius: 50%;
  background: var(--tone);
  color: var(--ground);
`
const Facts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px ${token.space[4]};
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
`
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
`

/** What was found out, in one sentence, and how many of the checks carry it. The reference is its heading, which takes the focus. */
export const VerdictBand = forwardRef<HTMLHeadingElement, VerdictBandProps>(function VerdictBand(
  { tone, icon, title, text, checks, facts = [], actions, className },
  heading,
) {
  const id = useId()
  return (
    <Band role={tone === 'danger' ? 'alert' : 'status'} aria-labelledby={id} data-tone={tone} className={className}>
      <Head>
        <Mark>
          <Icon name={icon ?? ICONS[tone]} size={22} strong />
        </Mark>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {typeof text === 'string' ? <p>{text}</p> : text}
        </div>
      </Head>
      {checks === undefined ? null : <CheckBar {...checks} />}
      {facts.length === 0 ? null : (
        <Facts>
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a verdict have no other name than their place
            <li key={index}>{fact}</li>
          ))}
        </Facts>
      )}
      {actions === undefined ? null : <Actions>{actions}</Actions>}
    </Band>
  )
})
