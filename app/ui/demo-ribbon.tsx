import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from './icon'
import { token } from './token'

interface DemoRibbonProps {
  /** "DEMO · test environment, simulated funds" */
  text: ReactNode
  /** Name of the landmark. */
  label: string
}

const Ribbon = styled.section`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 30px;
  padding: 4px 12px;
  background: ${token.honest.alarm};
  color: ${token.honest.onAlarm};
  font-size: 12px;
  line-height: 1.3;
  font-weight: 700;
  text-align: center;
  position: sticky;
  inset-block-start: 0;
  z-index: calc(${token.layer.bar} + 1);
  svg { stroke-width: 2.2; }
`

/** First on every page of a demo site; it cannot be dismissed, and no theme can make it unreadable. */
export function DemoRibbon({ text, label }: DemoRibbonProps) {
  return (
    <Ribbon data-demo-ribbon="" aria-label={label}>
      <Icon name="flask-conical" size={14} />
      <span>{text}</span>
    </Ribbon>
  )
}
