import { useEffect } from 'react'
import { useLatest } from '~/ui/use-latest'
import { line } from '../../line/line-state'
import { deedOf } from '../not-known/deed'
import type { MoneyDeed } from './unknown-money'

/** Fields as the form names them. */
type SentFields = Readonly<Record<string, string>>

/**
 * Hears of a form that the page before this one sent, whose answer was lost, and which in the end was refused or had never arrived.
 * @param type the kind of payment of this form; another kind has a form of its own
 */
export function useReturnedForm(deed: MoneyDeed, type: string, comesBack: (fields: SentFields) => void): void {
  const told = useLatest(comesBack)
  useEffect(
    () =>
      line.listen((event) => {
        if (event.kind !== 'ended' || event.end.isDone) return
        const { sending } = event
        if (deedOf(sending) === deed && sending.fields.type === type) told.current(sending.fields)
      }),
    [deed, type],
  )
}
