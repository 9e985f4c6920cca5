import { Fragment } from 'react'
import styled from 'styled-components'
import { token } from '../../ui'
import { queryWords } from './match-instruments'

const Mark = styled.mark`
  background: ${token.status.warn.soft};
  color: inherit;
`

/** The text with every word of the query marked; the slash of "EUR/USD" may be left out when searching. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  const words = queryWords(query)
  if (words.length === 0) return text
  const patterns = words.map((word) => [...word].map((letter) => letter.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('/?'))
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'iu'))
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    return index % 2 === 1 ? <Mark key={index}>{part}</Mark> : <Fragment key={index}>{part}</Fragment>
  })
}
