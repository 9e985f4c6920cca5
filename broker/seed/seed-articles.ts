/** News and an announcement of the desk: one of each state that an editor meets. What they say is true of any demonstration. */

import { type ArticleKind, type ArticleText, publishArticle, saveArticle } from '../../contract/desk/content'
import type { Language } from '../../contract/primitives'
import { DAY_MS } from '../../rules/durations'
import type { SeedClient } from './seed-client'
import type { SeedTarget } from './seed-target'

interface Specimen {
  readonly kind: ArticleKind
  /** Days from now on which it is shown; undefined: it stays a draft. */
  readonly shownInDays: number | undefined
  readonly text: ArticleText
}

const SPECIMENS: readonly Specimen[] = [
  {
    kind: 'news',
    shownInDays: 0,
    text: {
      title: 'How a deposit is checked here',
      desc: 'Who looks at it, what is compared, and when two people are needed.',
      content:
        '<p>Every deposit is looked at by a person, beside the picture that you sent.</p><ul><li>A small one needs one operator.</li><li>A large one needs <strong>two different people</strong>.</li></ul><p>Whatever is decided stands in your account history, with the reason.</p>',
    },
  },
  {
    kind: 'news',
    shownInDays: 3,
    text: {
      title: 'How to read an execution receipt',
      desc: 'What is signed, and how to check it without this site.',
      content:
        '<p>A receipt holds the quote, its age and the price you got. Its signature can be checked on any machine, without a network.</p>',
    },
  },
  {
    kind: 'news',
    shownInDays: undefined,
    text: {
      title: 'Trading hours at the end of the year',
      desc: 'A draft: the dates are still to be confirmed.',
      content: '<p>Forex and metals pause on public holidays. The countdown on each instrument shows the next opening.</p>',
    },
  },
  {
    kind: 'announcement',
    shownInDays: 0,
    text: {
      title: 'This company is a demonstration',
      desc: 'Its traders, deposits and papers are specimens.',
      content: '<p>Nobody’s money is here. Send nothing to the addresses that you see.</p>',
    },
  },
]

/** @returns how many were written. */
export async function seedArticles({ tenant, now }: SeedTarget, desk: SeedClient): Promise<number> {
  const company = tenant.id
  // In English, and as the original that an editor translates from, in the company's own language too.
  const languages: readonly Language[] = [...new Set([tenant.defaultLanguage, ...tenant.languages.filter((language) => language === 'en')])]
  for (const { kind, shownInDays, text } of SPECIMENS) {
    const texts = JSON.stringify(Object.fromEntries(languages.map((language) => [language, text])))
    const { id, version } = await desk.call(saveArticle, { company, kind, texts })
    if (shownInDays === undefined) continue
    await desk.call(publishArticle, { company, id, version: String(version), publish_at: String(now() + shownInDays * DAY_MS) })
  }
  return SPECIMENS.length
}
