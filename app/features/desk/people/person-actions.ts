/** What the desk may do to an account. */
export const PERSON_ACTIONS = ['sessions', 'freeze', 'thaw', 'twoStepOff', 'twoStepKeep'] as const
export type PersonAction = (typeof PERSON_ACTIONS)[number]

/** How a form that was refused comes back. */
export interface PersonAnswer {
  readonly action: PersonAction
  readonly reason: string
  readonly message: string
  /** What is wrong with the reason. */
  readonly problem: string
}
