/** Which text of a language somebody means by the words that they saw: values stand in the text they saw, braces in ours. */

/** The groups of one language, each a tree of texts. */
type Texts = { readonly [key: string]: string | Texts }
type Language = Readonly<Record<string, Texts>>

/** What stands for a value in a list of texts. */
const ANY = '…'
const VALUE = /\{\{.+?\}\}/
/** Fewer letters of ours than this, or than half of what was seen, and any words would fit. */
const FEWEST_LETTERS = 4

/** The texts of these groups as a reader sees them, each once, in the order of the files. */
export function textsInGroups(language: Language, groups: readonly string[]): string[] {
  const seen = groups.flatMap((group) => leavesOf(language[group] ?? {}, group)).map(({ text }) => pieces(text).join(ANY))
  return [...new Set(seen)].filter((text) => text.length > 1)
}

/**
 * The key of the text that was seen, as `wallet:title`, or null. A text without values goes before one with them, and a near group
 * before a far one.
 * @param near the groups of the screen
 */
export function findTextKey(language: Language, near: readonly string[], seen: string): string | null {
  const words = tidy(seen)
  const groups = [...near, ...Object.keys(language).filter((group) => !near.includes(group))]
  const leaves = groups.flatMap((group) => leavesOf(language[group] ?? {}, group)).map(({ key, text }) => ({ key, parts: pieces(text) }))
  const whole = leaves.find(({ parts }) => parts.join(ANY) === words)
  if (whole !== undefined) return whole.key
  const lettersOf = (parts: readonly string[]) => parts.join('').trim().length
  const fitting = leaves.filter(
    ({ parts }) => parts.length > 1 && lettersOf(parts) >= Math.max(FEWEST_LETTERS, words.length / 2) && fits(words, parts),
  )
  const best = Math.max(...fitting.map(({ parts }) => lettersOf(parts)))
  return fitting.find(({ parts }) => lettersOf(parts) === best)?.key ?? null
}

function leavesOf(tree: Texts, group: string): { readonly key: string; readonly text: string }[] {
  const walk = (part: Texts, path: string): { key: string; text: string }[] =>
    Object.entries(part).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ key: `${path}${name}`, text: value }] : walk(value, `${path}${name}.`),
    )
  return walk(tree, `${group}:`)
}

const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** What stands between the values, without the elements round words. */
const pieces = (text: string): string[] => tidy(text.replace(/<\/?\w+\/?>/g, '')).split(VALUE)

/** Whether the pieces stand in the words one after the other, the first at the beginning and the last at the end. */
function fits(words: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  if (words.length < first.length + last.length || !words.startsWith(first) || !words.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = words.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= words.length - last.length
}
