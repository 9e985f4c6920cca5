/** What the pages of challenges are given, and what their forms are answered. */
import type { ChallengeReason } from '../../../contract/challenges'
import type { NextPage } from '../../page/list-page.server'
import type { ChallengeLine, readPreview, ShownChallenge } from '../../terms/challenge'

export interface ChallengeFormData {
  readonly title: string
  readonly formKey: string
  readonly preview: ReturnType<typeof readPreview>
}

export interface ChallengesData {
  readonly title: string
  readonly formKey: string
  readonly lines: readonly ChallengeLine[]
  readonly page: number
  readonly older: NextPage | null
  /** The case that is open; null for the list. */
  readonly item: ShownChallenge | null
  /** Who looks at decisions from outside; null where the company names nobody. */
  readonly ombudsman: { readonly name: string; readonly url: string } | null
  /** When the page was made, Unix milliseconds. */
  readonly now: number
}

export interface ChallengeAnswer {
  readonly reason: ChallengeReason | null
  readonly words: string
  readonly problems: Readonly<Partial<Record<'reason' | 'words', string>>>
  /** What is about no field, in words or as a text key. */
  readonly message: string
  readonly messageKey?: string
  readonly formKey: string
}
