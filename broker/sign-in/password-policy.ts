/**
 * Which passwords are taken: long enough, and not among those that everybody tries first.
 *
 * Invariant: judged here for every way a password is set. How strong a password is beyond that is for the screen to show, not to
 * refuse.
 */
import { SHORTEST_PASSWORD } from '../../contract/told-limits'
import { done, type Outcome, refused } from '../calls/handler'

const LETTERS_AROUND = /^[^\p{L}]+|[^\p{L}]+$/gu
/** A short piece again and again: `aaaaaaaa`, `12121212`, `abcabcabc`. */
const REPEATED = /^(.{1,3})\1+$/su

export interface PasswordOwner {
  /** What the account is called: addresses and numbers. */
  readonly accounts: readonly string[]
  readonly brand: { readonly id: string; readonly name: string }
}

type PolicyRefusal = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_COMMON'

export async function judgePassword(password: string, owner: PasswordOwner): Promise<Outcome<null, PolicyRefusal>> {
  const text = password.normalize('NFKC')
  if ([...text].length < SHORTEST_PASSWORD) return refused('PASSWORD_TOO_SHORT', { min: String(SHORTEST_PASSWORD) })
  const folded = text.toLowerCase()
  const isGuessable =
    REPEATED.test(folded) ||
    isSequence(folded) ||
    namesOf(owner).has(folded) ||
    namesOf(owner).has(core(folded)) ||
    (await isCommon(folded))
  return isGuessable ? refused('PASSWORD_TOO_COMMON') : done(null)
}

/** Every character follows the one before it, upwards or downwards: `abcdefgh`, `98765432`. Nine is followed by nought. */
function isSequence(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0)
  const follows = (step: number) =>
    points.every((point, index) => {
      const before = points[index - 1]
      if (before === undefined) return true
      return point - before === step || (step > 0 ? before === NINE && point === NOUGHT : before === NOUGHT && point === NINE)
    })
  return follows(1) || follows(-1)
}

const NOUGHT = 0x30
const NINE = 0x39

/** What the owner and the company are called, in the spellings in which it is used as a password. */
function namesOf({ accounts, brand }: PasswordOwner): Set<string> {
  const names = [...accounts, ...accounts.map((account) => account.split('@')[0] ?? ''), brand.id, brand.name, ...brand.name.split(/\s+/)]
  const folded = names.map((name) => name.normalize('NFKC').toLowerCase())
  return new Set(folded.flatMap((name) => [name, name.replace(/\s+/g, ''), core(name)]).filter((name) => name.length >= 3))
}

/** Without the digits and signs that are added in front or behind: `aurora2026!` is `aurora`. */
function core(text: string): string {
  return text.replace(LETTERS_AROUND, '')
}

let common: Promise<ReadonlySet<string>> | undefined

async function isCommon(folded: string): Promise<boolean> {
  // Read with the first password that is set: the list is large, and most processes of a test never need it.
  common ??= loadCommon()
  return (await common).has(folded)
}

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const passwords = dictionary['passwords-common'].map((password) => String(password).toLowerCase())
  return new Set(passwords.filter((password) => password.length >= SHORTEST_PASSWORD))
}
