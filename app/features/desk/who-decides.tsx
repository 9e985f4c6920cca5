/**
 * Beside everything that waits for a second person: who that may be, by name. Where only one operator has the right it says that
 * nobody else can, instead of letting them wait for ever.
 */
import { useTranslation } from 'react-i18next'
import type { Approver as WireApprover } from '../../../contract/desk/overview'
import type { InOwnNames } from '../../terms/own-names'
import { Note } from '../../ui'

export type Approver = InOwnNames<WireApprover>

interface WhoDecidesProps {
  readonly approvers: readonly Approver[]
  /** Who may not decide this one any more: they asked for it, or approved it first. A name without `operator:`. */
  readonly except?: string | undefined
}

/** Names in one line; empty where nobody is left. */
function decidersOf({ approvers, except }: WhoDecidesProps): { readonly isYou: boolean; readonly others: readonly string[] } {
  const left = approvers.filter(({ name }) => name !== except)
  return { isYou: left.some(({ isSelf }) => isSelf), others: left.filter(({ isSelf }) => !isSelf).map(({ name }) => name) }
}

export function useDecidersText(): (props: WhoDecidesProps) => string {
  const { t } = useTranslation('desk')
  return (props) => {
    const { isYou, others } = decidersOf(props)
    const names = others.join(', ')
    if (isYou) return names === '' ? t('deciders.onlyYou') : t('deciders.youAnd', { names })
    return names === '' ? t('deciders.nobody') : t('deciders.others', { names })
  }
}

export function WhoDecides(props: WhoDecidesProps) {
  const text = useDecidersText()
  const { isYou, others } = decidersOf(props)
  return (
    <Note tone={isYou || others.length > 0 ? 'info' : 'warn'} icon="users-round">
      {text(props)}
    </Note>
  )
}
