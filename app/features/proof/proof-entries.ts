/** The pages of the section "Proof", in the order of its navigation: the one list of them. */
import { paths } from '../../addresses/paths'
import type { IconName } from '../../ui'

interface ProofEntry {
  readonly href: string
  readonly labelKey: string
  readonly icon: IconName
}

interface ProofGroup {
  readonly key: string
  readonly titleKey?: string
  /** Only for who is signed in. */
  readonly isOwn?: true
  readonly entries: readonly ProofEntry[]
}

const PROOF_GROUPS: readonly ProofGroup[] = [
  {
    key: 'public',
    entries: [
      { href: paths.proof(), labelKey: 'proof:title', icon: 'badge-check' },
      { href: paths.verify(), labelKey: 'receipt:title', icon: 'shield-check' },
      { href: paths.verifyDay(), labelKey: 'proof:day.title', icon: 'history' },
      { href: paths.execution(), labelKey: 'execution:title', icon: 'chart-no-axes-column' },
    ],
  },
  {
    key: 'account',
    titleKey: 'proof:yourAccount',
    isOwn: true,
    entries: [
      { href: paths.mine.solvency(), labelKey: 'proof:solvency.title', icon: 'landmark' },
      { href: paths.mine.statements(), labelKey: 'proof:statements', icon: 'scroll-text' },
      { href: paths.mine.challenges(), labelKey: 'proof:challenge.all', icon: 'message-square' },
    ],
  },
]

/** A group without entries is absent. */
export function shownProofGroups(isSignedIn: boolean): readonly ProofGroup[] {
  return PROOF_GROUPS.filter(({ isOwn, entries }) => entries.length > 0 && (isOwn !== true || isSignedIn))
}
