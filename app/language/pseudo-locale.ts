/**
 * English as no language writes it: accented, two fifths longer and between brackets. What overflows in it would overflow in a real
 * language; what stands there without brackets is a text that was not looked up. For whoever builds the site.
 */
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  d: 'ð',
  e: 'é',
  g: 'ğ',
  i: 'í',
  k: 'ķ',
  l: 'ļ',
  n: 'ñ',
  o: 'ó',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ú',
  w: 'ŵ',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  G: 'Ğ',
  I: 'Í',
  L: 'Ļ',
  N: 'Ñ',
  O: 'Ó',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Ú',
  Y: 'Ý',
  Z: 'Ž',
}
/** What a program reads in a text: values, references to other texts, and tags. */
const KEPT = /(\{\{.*?\}\}|\$t\([^)]*\)|<[^>]*>)/
const GROWTH = 0.4
const FILLING = 'ẽxtŕá '

function filling(length: number): string {
  return FILLING.repeat(Math.ceil(length / FILLING.length))
    .slice(0, length)
    .trim()
}

export function pseudoText(text: string): string {
  const parts = text.split(KEPT)
  const accented = parts.map((part, index) => (index % 2 === 1 ? part : [...part].map((letter) => ACCENTS[letter] ?? letter).join('')))
  const letters = parts.filter((_part, index) => index % 2 === 0).join('').length
  const more = filling(Math.ceil(letters * GROWTH))
  return text.trim() === '' ? text : `[${accented.join('')}${more === '' ? '' : ` ${more}`}]`
}

type Texts = { readonly [key: string]: string | Texts }

/** A file of texts as the flat table `group:path.of.text` in which a company keeps its own texts. */
export function pseudoTable(group: string, texts: Texts): Record<string, string> {
  const entries = (at: Texts, before: string): [string, string][] =>
    Object.entries(at).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${before}${key}`, pseudoText(value)] as [string, string]] : entries(value, `${before}${key}.`),
    )
  return Object.fromEntries(entries(texts, `${group}:`))
}
