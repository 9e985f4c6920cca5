/**
 * What pages of one kind have in common, kept between requests: the rules of their styles, and the markup of their shared parts
 * (shared-part.tsx, decision 051).
 *
 * Invariants: a part is used again only where everything it depends on is the same: brand, language, preferences, the sheet of their styles, and what
 * its `of` names. Its places in a page are marked with the page's nonce, which nothing that a person writes can foretell. A part
 * that has the nonce in it is not kept. Memory is bounded.
 */
import { ServerStyleSheet } from 'styled-components'
import type { Tenant } from '../../contract/tenant'
import type { Preferences } from '../cookies/preferences'
import type { Language } from '../language/language'
import type { PartPlace } from './server-page'

interface WrittenPart {
  readonly of: readonly unknown[]
  readonly html: string
}

type Stock = Map<string, WrittenPart>

interface PageKind {
  /** A part is used only where the rules of what it shows are known: in pages that share their sheet. */
  readonly styles: KindOfStyles
  readonly tenant: Tenant | null
  readonly language: Language
  readonly preferences: Pick<Preferences, 'mode' | 'updown'>
}

/** About 30 MB: a page has four parts at most, and the longest is a list of markets. */
const STOCKS_MOST = 500
const stocks = new Map<string, { readonly tenant: Tenant | null; readonly parts: Stock }>()

/** The parts of the pages of this kind; the kind that was not asked for longest is forgotten. */
function stockOf({ styles: { name }, tenant, language, preferences: { mode, updown } }: PageKind): Stock {
  const key = [tenant?.id ?? '', language, mode, updown, name].join(' ')
  const known = stocks.get(key)
  stocks.delete(key)
  // A brand whose file was read anew is another object.
  const stock = known?.tenant === tenant ? known : { tenant, parts: new Map() }
  stocks.set(key, stock)
  if (stocks.size > STOCKS_MOST) stocks.delete(stocks.keys().next().value ?? key)
  return stock.parts
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, index) => Object.is(value, other[index]))

/** The shared parts of one page that is being written. */
export class PageParts {
  private readonly stock: Stock
  private readonly placed: { readonly name: string; readonly of: readonly unknown[]; readonly html: string | null }[] = []
  private readonly marks: RegExp

  constructor(
    kind: PageKind,
    private readonly nonce: string,
  ) {
    this.stock = stockOf(kind)
    this.marks = new RegExp(`<template data-shared-part="${nonce.replaceAll(/[+/=]/g, '\\$&')}\\.(\\d+)(e?)"></template>`, 'g')
  }

  place(name: string, of: readonly unknown[]): PartPlace {
    const known = this.stock.get(name)
    const html = known !== undefined && isSame(known.of, of) ? known.html : null
    const begin = `${this.nonce}.${this.placed.push({ name, of, html }) - 1}`
    return html === null ? { kind: 'write', begin, end: `${begin}e` } : { kind: 'use', begin }
  }

  /** The page without marks: parts that are known are in their places, those that were written now are kept. */
  assemble(html: string): string {
    if (this.placed.length === 0) return html
    const open: { readonly index: number; readonly from: number }[] = []
    let page = ''
    let read = 0
    for (const mark of html.matchAll(this.marks)) {
      page += html.slice(read, mark.index)
      read = mark.index + mark[0].length
      const index = Number(mark[1])
      const part = this.placed[index]
      if (part === undefined) continue
      if (part.html !== null) page += part.html
      else if (mark[2] === '') open.push({ index, from: page.length })
      else if (open.at(-1)?.index === index) this.keep(part, page.slice(open.pop()?.from))
    }
    return page + html.slice(read)
  }

  private keep({ name, of }: Omit<WrittenPart, 'html'> & { readonly name: string }, html: string): void {
    if (!html.includes(this.nonce)) this.stock.set(name, { of, html })
  }
}

/** The rules of all pages of one kind, whoever sees them. */
interface KindOfStyles {
  readonly name: string
  readonly sheet: ServerStyleSheet
  rules: number
  /** In two: the nonce of each page stands between. */
  tags: readonly string[]
}

const styles = new Map<string, KindOfStyles>()
const STAND_IN = 'nonce-of-the-page'

/**
 * One sheet for all pages of the same screens, so that a rule is worked out once and not for every page.
 * @param name the screens as the router names them, and whether a visitor or a trader sees them
 */
export function stylesOf(name: string): KindOfStyles {
  const known = styles.get(name)
  if (known !== undefined) return known
  const made: KindOfStyles = { name, sheet: new ServerStyleSheet({ nonce: STAND_IN }), rules: -1, tags: [''] }
  styles.set(name, made)
  return made
}

function countRules({ sheet }: KindOfStyles): number {
  let rules = 0
  for (const names of sheet.instance.names.values()) rules += names.size
  return rules
}

export function styleTags(kind: KindOfStyles, nonce: string): string {
  const rules = countRules(kind)
  if (rules !== kind.rules) {
    kind.tags = kind.sheet.getStyleTags().split(STAND_IN)
    kind.rules = rules
  }
  return kind.tags.join(nonce)
}
