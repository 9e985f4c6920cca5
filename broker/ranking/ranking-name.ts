/** Under which name a trader stands in the ranking: his own if he shows one, otherwise his number with its middle covered. */
import { createHash } from 'node:crypto'

const MAX_LETTERS = 24
/** Letters and digits of any script with their marks, space, dot, underscore, dash: nothing invisible, nothing that turns the line. */
const ALLOWED = /^[\p{L}\p{M}\p{N} ._-]+$/u
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** More marks on one letter than any script needs grow over the neighbouring lines. */
const TOO_MANY_MARKS = /\p{M}{4}/u

/** The name as it is kept, or `null` when it cannot be shown: 1 to 24 visible characters. */
export function readRankingName(text: string): string | null {
  const name = text.normalize('NFC').trim().replace(/ +/g, ' ')
  if (!ALLOWED.test(name) || !HAS_LETTER_OR_DIGIT.test(name) || TOO_MANY_MARKS.test(name)) return null
  return [...new Intl.Segmenter().segment(name)].length <= MAX_LETTERS ? name : null
}

/** `10••••42`. */
export function maskedUid(uid: string): string {
  return `${uid.slice(0, 2)}••••${uid.slice(-2)}`
}

export interface CodeHolder {
  readonly tenantId: string
  readonly id: bigint
  readonly inviteCode: string
  readonly createdAt: number
}

/** No letters that look like digits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 7

/** The public code of a trader: the same for ever, and from it nobody can tell his id or number. */
export function publicCode({ tenantId, id, inviteCode, createdAt }: CodeHolder): string {
  const digest = createHash('sha256').update(`ranking code\0${tenantId}\0${id}\0${inviteCode}\0${createdAt}`).digest()
  let rest = digest.readBigUInt64BE(0)
  let code = ''
  for (let place = 0; place < CODE_LENGTH; place++) {
    code += ALPHABET[Number(rest % BigInt(ALPHABET.length))]
    rest /= BigInt(ALPHABET.length)
  }
  return code
}
