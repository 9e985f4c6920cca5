import { describe, expect, test } from 'vitest'
import type { KeptQuotes } from './kept'
import { QUOTES_PLACE, TIME_PLACE, withQuotes } from './offline-answer'

const page = (language: string) =>
  `<!doctype html><html lang="${language}"><section data-quotes=""><h2>Prices as of ${TIME_PLACE}, not live</h2><ul>${QUOTES_PLACE}</ul></section></html>`
const AFTERNOON = Date.UTC(2026, 10, 18, 14, 41)
const kept: KeptQuotes = { at: AFTERNOON, clockOffset: 0, quotes: [{ code: 'EUR/USD', price: '1.16428', change: '+0.34%' }] }
const shown = (quotes: KeptQuotes | null, now = AFTERNOON + 60_000, language = 'en') => withQuotes(page(language), quotes, now)

describe('the last prices on the offline page', () => {
  test('are dated with the minute of London in which they were seen', () => {
    const html = shown(kept)
    expect(html).toContain('Prices as of 14:41, not live')
    expect(html).toContain('<bdi dir="ltr">EUR/USD</bdi><span class="num">+0.34%</span><span class="num">1.16428</span>')
  })

  test('of another day are dated with the day, in the language of the page', () => {
    const tomorrow = AFTERNOON + 24 * 3600_000
    expect(shown(kept, tomorrow, 'de')).toContain('18. Nov. 2026')
    expect(shown(kept, tomorrow, 'de')).toContain('14:41')
  })

  test("stand in Latin digits in every language, and today is the broker's today", () => {
    expect(shown(kept, AFTERNOON, 'fa')).toContain('14:41')
    const offset = 10 * 24 * 3600_000
    expect(shown({ ...kept, clockOffset: offset }, AFTERNOON - offset)).toContain('Prices as of 14:41, not live')
  })

  test('are left out when none were kept', () => {
    for (const none of [null, { ...kept, quotes: [] }]) expect(shown(none)).toContain('<section data-quotes="" hidden="">')
    expect(shown(kept)).not.toContain('hidden')
  })

  test('are text: nothing that was kept becomes part of the page', () => {
    const html = shown({ ...kept, quotes: [{ code: '<img src=x onerror=alert(1)>', price: '$&"', change: "$`'" }] })
    expect(html).not.toContain('<img')
    expect(html).toContain('<span class="num">$&#38;&#34;</span>')
    expect(html).toContain('<span class="num">$`&#39;</span>')
  })
})
