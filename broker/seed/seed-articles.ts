/** News and an announcement of the desk: one of each state that an editor meets. What they say is true of any demonstration. */

import { type ArticleKind, type ArticleText, publishArticle, saveArticle } from '../../contract/desk/content'
import { DAY_MS } from '../../rules/durations'
import type { SeedClient } from './seed-client'
import type { SeedTarget } from './seed-target'

interface Specimen {
  readonly kind: ArticleKind
  /** Days from now on which it is shown; undefined: it stays a draft. */
  readonly shownInDays: number | undefined
  readonly texts: Readonly<Record<'hk' | 'en', ArticleText>>
}

const SPECIMENS: readonly Specimen[] = [
  {
    kind: 'news',
    shownInDays: 0,
    texts: {
      en: {
        title: 'How a deposit is checked here',
        desc: 'Who reviews it, what is compared, and when two people are needed.',
        content:
          '<p>A person reviews every deposit, beside the image that you sent.</p><ul><li>A small one needs one operator.</li><li>A large one needs <strong>two different people</strong>.</li></ul><p>The decision appears in your transaction history, with the reason.</p>',
      },
      hk: {
        title: '這裡如何審核入金',
        desc: '由誰審核、核對甚麼，以及何時需要兩個人。',
        content:
          '<p>每一筆入金都由專人對照你上傳的圖片審核。</p><ul><li>小額入金由一名操作員審核。</li><li>大額入金需要<strong>兩個不同的人</strong>。</li></ul><p>審核結果連同原因會顯示在你的交易記錄中。</p>',
      },
    },
  },
  {
    kind: 'news',
    shownInDays: 3,
    texts: {
      en: {
        title: 'How to read an execution receipt',
        desc: 'What is signed, and how to check it without this site.',
        content:
          '<p>A receipt holds the quote, its age and the price you got. Its signature can be checked on any machine, without a network.</p>',
      },
      hk: {
        title: '如何閱讀成交收據',
        desc: '簽署了甚麼，以及如何在本網站以外核對。',
        content: '<p>收據載有報價、報價的時間差，以及你的成交價。任何電腦都可以在沒有網絡的情況下核對其簽署。</p>',
      },
    },
  },
  {
    kind: 'news',
    shownInDays: undefined,
    texts: {
      en: {
        title: 'Trading hours at the end of the year',
        desc: 'A draft: the dates are still to be confirmed.',
        content: '<p>Forex and metals pause on public holidays. The countdown on each instrument shows the next opening.</p>',
      },
      hk: {
        title: '年底交易時間',
        desc: '草稿：日期尚待確認。',
        content: '<p>外匯及貴金屬於公眾假期暫停交易。每個產品的倒數計時顯示下次開市時間。</p>',
      },
    },
  },
  {
    kind: 'announcement',
    shownInDays: 0,
    texts: {
      en: {
        title: 'This company is a demonstration',
        desc: 'Its traders, deposits and documents are samples.',
        content: '<p>Nobody’s money is here. Do not send anything to the addresses that you see.</p>',
      },
      hk: {
        title: '本公司僅作示範',
        desc: '交易者、入金及文件均為樣本。',
        content: '<p>這裡沒有任何人的資金。請勿向你看到的地址發送任何款項。</p>',
      },
    },
  },
]

/** @returns how many were written. */
export async function seedArticles({ tenant, now }: SeedTarget, desk: SeedClient): Promise<number> {
  const company = tenant.id
  const own = tenant.defaultLanguage
  for (const { kind, shownInDays, texts } of SPECIMENS) {
    const offered = Object.entries(texts).filter(([language]) => tenant.languages.some((each) => each === language))
    const isOriginalThere = Object.hasOwn(texts, own)
    // A company whose own language is none of these has drafts to translate: nothing is published without its original.
    const written = Object.fromEntries(offered.length > 0 ? offered : Object.entries(texts))
    const { id, version } = await desk.call(saveArticle, { company, kind, texts: JSON.stringify(written) })
    if (shownInDays === undefined || !isOriginalThere) continue
    await desk.call(publishArticle, { company, id, version: String(version), publish_at: String(now() + shownInDays * DAY_MS) })
  }
  return SPECIMENS.length
}
