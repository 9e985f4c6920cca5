/**
 * What the words of a language are held to: a file beside this one for each, by its code. English says one term for one thing, and so
 * does each translation; docs/terms says why.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const Term = z.string().min(1).describe('A regular expression of the word, tried with the flags i and u')

const WordTerms = z.strictObject({
  forbidden: z
    .array(
      z.strictObject({
        /** A regular expression, tried with the flags i and u. */
        word: z.string().min(1),
        say: z.string().min(1),
        /** Keys, or beginnings of keys, where the word means something else. */
        except: z.array(z.string()).default([]),
      }),
    )
    .describe('Words that another word has taken the place of'),
  asInEnglish: z.array(z.string()).default([]).describe('English labels that are the same in this language'),
  differs: z
    .record(z.string(), z.string())
    .default({})
    .describe('English labels that have several renderings here, with the reason: a case, a gender, two meanings'),
  terms: z
    .strictObject({ buy: Term, sell: Term, long: Term, short: Term, bid: Term, ask: Term, lots: Term, pips: Term, simulated: Term })
    .describe('Words that money hangs on: whatever English says with one of them is said with this one, and never with its opposite'),
})
export type WordTerms = z.infer<typeof WordTerms>

/** @throws ZodError where the file has another form; ENOENT where there is none */
export function readTerms(language: string): WordTerms {
  return WordTerms.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'terms', `${language}.json`), 'utf8')))
}
