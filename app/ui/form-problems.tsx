/**
 * Why a form is not sent. Its button can always be pressed: a press that cannot send says what is missing beside each field and
 * once above the button, and leads to the first field that is wrong.
 */
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { Note } from './note'

/** What is wrong with a field, by its name, in the order of the screen; a field without a text is right. */
export type FieldProblems<Name extends string = string> = Readonly<Partial<Record<Name, ReactNode>>>

const WRONG_FIELD = '[aria-invalid="true"], button[data-invalid], [data-wrong]'

/** To the first field that is wrong, as the screen shows them. */
export function focusFirstWrong(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>(WRONG_FIELD)?.focus()
}

type Pressed = FormEvent<HTMLFormElement> | MouseEvent<HTMLButtonElement>

interface FormProblems {
  /** How often it was pressed while something was wrong; from the first time on the missing fields are marked. */
  readonly tries: number
  /** Give it to the form as its submit, or to its button as its click: holds it while something is wrong, and says whether it did. */
  readonly hold: (event: Pressed) => boolean
}

export function useFormProblems(problems: FieldProblems): FormProblems {
  const form = useRef<HTMLFormElement | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) focusFirstWrong(form.current)
  }, [tries])
  const hold = (event: Pressed) => {
    if (Object.values(problems).every((problem) => problem === undefined)) return false
    event.preventDefault()
    form.current = event.currentTarget.closest('form')
    setTries(tries + 1)
    return true
  }
  return { tries, hold }
}

const List = styled.ul`
  display: grid;
  gap: 4px;
  li { list-style: none; }
`

/** Above the button of a form, while it cannot be sent as it stands. Another press says it again. */
export function ProblemSummary({ problems, tries }: { readonly problems: FieldProblems; readonly tries: number }) {
  const wrong = Object.entries(problems).filter(([, problem]) => problem !== undefined)
  if (tries === 0 || wrong.length === 0) return null
  return (
    <Note key={tries} tone="danger" role="alert">
      <List>
        {wrong.map(([field, problem]) => (
          <li key={field}>{problem}</li>
        ))}
      </List>
    </Note>
  )
}
