/** Under which name a trader stands in the ranking: their own if they show one, otherwise their number with its middle covered. */
import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'
import type { Tenant } from '../../contract/tenant'

const MAX_LETTERS = 24
/** Letters and digits of any script with their marks, space, dot, underscore, dash: nothing invisible, nothing that turns the line. */
const ALLOWED = /^[\p{L}\p{M}\p{N} ._-]+$/u
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** More marks on one letter than any script needs grow over the neighbouring lines. */
const TOO_MANY_MARKS = /\p{M}{4}/u

/** Scripts whose letters pass for each other's: a name is written in one of them. Others may stand beside any. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Coptic', 'Cherokee', 'Lisu', 'Deseret'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)
/** Whoever stands in a list under such a name seems to speak for the company. */
const STAFF = /^(?:staff|service|operator|manager|moderator|mod|helpdesk|help|team|system|security|compliance)$/
const STAFF_AT_AN_END = ['support', 'admin', 'administrator', 'moderator', 'official', 'helpdesk', 'candor']
const STAFF_ELSEWHERE =
  /客服|官方|管理[员員]|サポート|運営|운영자|관리자|поддержк|администратор|модератор|soporte|suporte|assistenza|kundendienst|الدعم|पशासक/u
/** Digits that are read as letters. */
const AS_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Two texts that look the same have the same skeleton (Unicode TR 39), whatever their letters are. */
function skeleton(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return unhomoglyph(plain.replace(/[013457]/g, (digit) => AS_LETTERS[digit] ?? digit))
    .toLowerCase()
    .replace(/i/g, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function passesForTheCompany(name: string, brand: Pick<Tenant, 'id' | 'name'>): boolean {
  const whole = skeleton(name)
  const [first = ''] = brand.name.split(' ')
  const ofBrand = [brand.id, brand.name, ...(first.length >= 5 ? [first] : [])].map(skeleton).filter((one) => one !== '')
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u)
  return (
    ofBrand.some((one) => whole.includes(one)) ||
    STAFF_AT_AN_END.map(skeleton).some((one) => whole.startsWith(one) || whole.endsWith(one)) ||
    words.some((word) => STAFF.test(word.toLowerCase())) ||
    STAFF_ELSEWHERE.test(name.toLowerCase())
  )
}

/** The name as it is kept, or `null` when it cannot be shown: 1 to 24 visible characters that pass for nobody of the company. */
export function readRankingName(text: string, brand: Pick<Tenant, 'id' | 'name'>): string | null {
  const name = text.normalize('NFC').trim().replace(/ +/g, ' ')
  if (!ALLOWED.test(name) || !HAS_LETTER_OR_DIGIT.test(name) || TOO_MANY_MARKS.test(name)) return null
  if (ALIKE.filter((script) => script.test(name)).length > 1 || passesForTheCompany(name, brand)) return null
  return [...new Intl.Segmenter().segment(name)].length <= MAX_LETTERS ? name : null
}

/** `10••••42`. */
export function maskedUid(uid: string): string {
  return `${uid.slice(0, 2)}••••${uid.slice(-2)}`
}

interface CodeHolder {
  readonly tenantId: string
  readonly id: bigint
  readonly inviteCode: string
  readonly createdAt: number
}

/** No letters that look like digits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 7

/** The public code of a trader: the same for ever, and from it nobody can tell the id or number. */
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
