import styled from 'styled-components'
import { token } from './token'

interface ProseProps {
  /** Sanitised by the broker; nothing else may be given here. Headings start at h2. */
  readonly html: string
  readonly className?: string
}

export const proseStyle = `
  max-width: 68ch;
  font-size: ${token.type.lg};
  line-height: 1.65;
  overflow-wrap: anywhere;
  > * + * { margin-block-start: ${token.space[4]}; }
  h2, h3, h4 { font-weight: 600; line-height: 1.3; }
  h2 { font-size: 1.25em; }
  h3, h4 { font-size: 1.0625em; }
  > :is(h2, h3, h4):not(:first-child) { margin-block-start: ${token.space[6]}; }
  ul { list-style: '–  '; }
  ol { list-style: decimal; }
  ul, ol { padding-inline-start: 1.4em; }
  li::marker { color: ${token.text.muted}; }
  li + li { margin-block-start: ${token.space[1]}; }
  a { color: ${token.brand.text}; text-decoration: underline; text-underline-offset: 0.15em; }
  blockquote { border-inline-start: 3px solid ${token.border.soft}; padding-inline-start: ${token.space[4]}; color: ${token.text.secondary}; }
  code { font-family: ${token.font.mono}; font-size: 0.92em; direction: ltr; unicode-bidi: isolate; }
  hr { border: 0; border-block-start: 1px solid ${token.border.hairline}; }
  table { display: block; overflow-x: auto; position: relative; font-size: ${token.type.md}; }
  th, td { padding: ${token.space[2]} ${token.space[3]}; border-block-end: 1px solid ${token.border.hairline}; text-align: start; }
`
const ProseFrame = styled.div`${proseStyle}`

/** The words of an article. */
export function Prose({ html, className }: ProseProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the broker has held the markup against the one short list, on write and on read.
  return <ProseFrame dir="auto" className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
