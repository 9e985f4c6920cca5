/** Names and numbers of papers: how they are written, and how much of a number is shown. */

/** Letters of any script with their marks, and what stands between the parts of a name; the joiner is a letter's part in Persian. */
const NAME = /^[\p{L}\p{M} '’.·・\u200c-]{2,128}$/u
const HAS_LETTER = /\p{L}/u
const NUMBER = /^[\p{L}\p{Nd}-]{4,64}$/u

/** The name as it is kept; undefined where it is none. */
export function readName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replaceAll(/ +/g, ' ')
  return NAME.test(name) && HAS_LETTER.test(name) ? name : undefined
}

/** The number as it is kept: capitals, without spaces and without the brackets that some cards print round a check digit. */
export function readCardNumber(text: string): string | undefined {
  const number = text.normalize('NFKC').replaceAll(/[ ()]/g, '').toUpperCase()
  return NUMBER.test(number) && /\p{Nd}|\p{L}/u.test(number) ? number : undefined
}

/** `A123456789` → `A••••••789`: the first character and at most four of the last, fewer of a short number. */
export function maskCardNumber(number: string): string {
  const characters = [...number]
  const shown = Math.min(4, Math.max(1, Math.floor((characters.length - 1) / 3)))
  return characters.map((character, index) => (index === 0 || index >= characters.length - shown ? character : '•')).join('')
}
