/** How hard a password is to guess. Loaded only when somebody sets one: the list of common passwords is larger than the page. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Filled steps of the meter: 1 weak … 4 strong. */
export type PasswordStrength = 1 | 2 | 3 | 4

const meter = new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs })
/** Beyond this every password is strong, and measuring it takes long. */
const LONGEST = 64

/** `ownWords`: what a guesser knows of the person, such as the mail address. */
export function measurePassword(password: string, ownWords: readonly string[]): PasswordStrength {
  const { score } = meter.check(password.slice(0, LONGEST), [...ownWords])
  return Math.max(1, score) as PasswordStrength
}
