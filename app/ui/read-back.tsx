import type { ReactNode } from 'react'
import styled from 'styled-components'
import { decimalText } from './decimal-text'
import { token } from './token'
import { readTypedNumber } from './typed-number'

/** The sentence that repeats a number as it was read: "Read as 1,234.00". */
export type ReadBackText = (number: string) => string

interface ReadBackProps {
  /** What stands in the field. */
  text: string
  /** Decimals of the field. */
  decimals: number
  say: ReadBackText | undefined
  className?: string | undefined
  children: ReactNode
}

const Whole = styled.span`
  display: grid;
  min-width: 0;
`
const Line = styled.span`
  display: block;
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
  margin-block-start: ${token.space[1]};
  &:empty { display: none; }
`

/** A field of a number; below it the number is repeated while the text may be read in two ways ("1,234"). */
export function ReadBack({ text, decimals, say, className, children }: ReadBackProps) {
  const read = readTypedNumber(text)
  const isDoubtful = read.kind === 'number' && read.isAmbiguous && say !== undefined
  return (
    <Whole className={className}>
      {children}
      <Line role="status">{isDoubtful ? say(decimalText(read.value, { decimals: Math.max(decimals, 2) })) : null}</Line>
    </Whole>
  )
}
