/**
 * `npm run words [-- <language> …]`: what a machine can see wrong in the texts, a line for each language and, for those that are named,
 * every finding. Exit code 0 when there is none, 1 otherwise, 2 where a language is not known.
 */
import { LANGUAGES } from '../contract/primitives'
import { checkWords, WORD_CHECKS } from './words/check-words'

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !LANGUAGES.some((language) => language === name))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no such language. There are ${LANGUAGES.join(' ')}.`)
  process.exitCode = 2
} else {
  let found = 0
  for (const language of LANGUAGES) {
    if (asked.length > 0 && !asked.includes(language)) continue
    const problems = checkWords(language)
    found += problems.length
    const counts = WORD_CHECKS.map((check) => `${check} ${problems.filter((problem) => problem.check === check).length}`)
    console.log(`${language.padEnd(4)} ${counts.join(', ')}`)
    if (asked.length > 0) for (const { check, key, text, why } of problems) console.log(`  ${check}  ${key}  ${why}\n      ${text}`)
  }
  process.exitCode = found === 0 ? 0 : 1
}
