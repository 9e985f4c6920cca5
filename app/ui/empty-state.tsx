import type { ReactNode } from 'react'
import styled from 'styled-components'
import { EmptyArt, type EmptyArtName } from './empty-art'
import { token } from './token'

interface EmptyStateProps {
  art?: EmptyArtName | 'none'
  title: ReactNode
  text?: ReactNode
  /** One action: a Button or ButtonLink. */
  action?: ReactNode
  /** Small text under it: "Code ERR_NETWORK". */
  code?: ReactNode
  /** Level of the heading on this page. */
  level?: 1 | 2 | 3
  className?: string
}

const Empty = styled.div`
  display: grid;
  justify-items: center;
  text-align: center;
  gap: ${token.space[2]};
  padding: ${token.space[12]} ${token.space[6]};
  > svg { width: 112px; height: 80px; color: ${token.text.muted}; margin-block-end: ${token.space[3]}; }
  h1, h2, h3 { font-size: ${token.type.lg}; overflow-wrap: anywhere; }
  p { color: ${token.text.secondary}; max-width: 36ch; font-size: ${token.type.sm}; }
`
const Action = styled.div`
  margin-block-start: ${token.space[3]};
`
const Code = styled.p`
  && { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  margin-block-start: ${token.space[2]};
`

export function EmptyState({ art = 'candles', title, text, action, code, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <Empty className={className}>
      {art === 'none' ? null : <EmptyArt name={art} />}
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {action ? <Action>{action}</Action> : null}
      {code ? <Code>{code}</Code> : null}
    </Empty>
  )
}
