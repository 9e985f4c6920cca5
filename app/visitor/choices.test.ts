import { describe, expect, test } from 'vitest'
import { PAGE_ACCESS, safeReturnPath } from '../addresses/route-access'
import { readCookie } from '../cookies/cookies'
import { readPreferences } from '../cookies/preferences'
import { isToastMessage } from '../cookies/toast-message'
import { chooseLanguage, LANGUAGES, type LanguageTerms, languagesFromAcceptHeader } from '../language/language'

describe('the way back after signing in', () => {
  test.each([
    ['/order', '/order'],
    ['/order?type=3', '/order?type=3'],
    ['/trade?code=BTCUSDT', '/trade?code=BTCUSDT'],
    ['/mine/wallet/', '/mine/wallet'],
    ['/', '/'],
    ['/news/detail?id=7#x', '/news/detail?id=7'],
    ['/Order?type=3', '/order?type=3'],
    ['/MINE/charge', '/mine/charge'],
    ['/%6Frder', '/order'],
  ])('%s is followed as %s', (from, path) => expect(safeReturnPath(from)).toBe(path))

  test.each([
    [null],
    [undefined],
    [''],
    ['order'],
    ['//evil.com'],
    ['///evil.com'],
    ['/\\evil.com'],
    ['\\/evil.com'],
    ['/order\\..'],
    ['https://evil.com/order'],
    ['javascript:alert(1)'],
    [' /order'],
    ['/order\n'],
    ['/\t/evil.com'],
    ['/%09/evil.com'],
    ['/%2F/evil.com'],
    ['/../evil.com'],
    ['/login'],
    ['/login?from=/login'],
    ['/register'],
    ['/api/user/info'],
    ['/v1/ws'],
    ['/unknown'],
    ['/logout'],
    ['/__proto__'],
    ['/constructor'],
    [`/order?${'x'.repeat(600)}`],
  ])('%o is not followed', (from) => expect(safeReturnPath(from)).toBeNull())

  test('every page of the table but the sign-in pages can be come back to', () => {
    const closed = Object.keys(PAGE_ACCESS).filter((path) => safeReturnPath(path) === null)
    expect(closed.sort()).toEqual(['/alert-mail', '/forgot', '/login', '/login/code', '/mine/confirm', '/not-me', '/register'])
  })
})

describe('language of a visitor', () => {
  const choose = (query: string | null, cookie: string | null, acceptLanguage: string | null, terms: Partial<LanguageTerms> = {}) =>
    chooseLanguage(
      { query, cookie, acceptLanguage },
      { languages: [...LANGUAGES], defaultLanguage: 'hk', firstLanguage: 'browser', ...terms },
    )

  test.each([
    [null, null, null, 'hk'],
    ['en', 'ar', 'fr', 'en'],
    [null, 'jp', 'fr', 'jp'],
    [null, null, 'ja-JP,ja;q=0.9,en;q=0.8', 'jp'],
    [null, null, 'zh-TW,zh;q=0.9', 'hk'],
    [null, null, 'zh-CN', 'hk'],
    [null, null, 'es-MX', 'spa'],
    [null, null, 'ms', 'my'],
    [null, null, 'my', 'hk'],
    [null, null, 'ko;q=0.5, vi;q=0.9', 'vn'],
    [null, null, 'en;q=0', 'hk'],
    [null, null, 'xx, *;q=0.5', 'hk'],
    ['klingon', '<script>', ';;;q=,', 'hk'],
    ['__proto__', 'constructor', null, 'hk'],
  ])('?lng=%s, cookie %s, browser %s → %s', (query, cookie, accept, expected) => expect(choose(query, cookie, accept)).toBe(expected))

  test('a language that the company does not offer is passed over', () => {
    expect(choose('jp', 'kr', 'fr,ar', { languages: ['en', 'ar'] })).toBe('ar')
  })

  test.each([
    [null, null, 'de-DE,en', 'hk'],
    [null, null, null, 'hk'],
    [null, 'de', 'fr', 'de'],
    ['fr', 'de', 'ja', 'fr'],
  ])('where the company begins in its own: ?lng=%s, cookie %s, browser %s → %s', (query, cookie, accept, expected) => {
    expect(choose(query, cookie, accept, { firstLanguage: 'own' })).toBe(expected)
  })

  test('the main site, which has no company, asks the browser', () => {
    expect(chooseLanguage({ query: null, cookie: null, acceptLanguage: 'de-DE,en' }, null)).toBe('de')
    expect(chooseLanguage({ query: null, cookie: null, acceptLanguage: null }, null)).toBe('hk')
  })

  test('an endless header costs nothing', () => {
    expect(languagesFromAcceptHeader('de,'.repeat(100_000)).length).toBe(1)
  })
})

describe('cookies', () => {
  test.each([
    ['lng=en; mode=dark', 'mode', 'dark'],
    ['a=b; lng=%E2%82%AC', 'lng', '€'],
    ['lng=%E0%A4%A', 'lng', '%E0%A4%A'],
    ['xlng=en', 'lng', null],
    ['', 'lng', null],
    [null, 'lng', null],
  ])('%o holds %s = %o', (header, name, value) => expect(readCookie(header, name)).toBe(value))

  test('a choice that is none of ours is the default', () => {
    const defaults = { mode: 'dark', updown: 'red-up' } as const
    expect(readPreferences('mode=neon; updown=%3Cb%3E; hide_amounts=yes', defaults)).toEqual({ ...defaults, hideAmounts: false })
    expect(readPreferences('mode=light; updown=blue-up; hide_amounts=1', defaults)).toEqual({
      mode: 'light',
      updown: 'blue-up',
      hideAmounts: true,
    })
  })
})

test.each([
  [{ kind: 'success', textKey: 'order:confirmed' }, true],
  [{ kind: 'error', text: 'Not enough margin' }, true],
  [{ kind: 'success', textKey: 'order:confirmed', values: { price: '1.1' } }, true],
  [{ kind: 'boom' }, false],
  [{ kind: 'info', textKey: 'https://evil.com' }, false],
  [{ kind: 'info', text: 'x'.repeat(501) }, false],
  [{ kind: 'info', text: { __html: 'x' } }, false],
  [null, false],
  ['text', false],
])('the message %o of a redirect is accepted: %s', (message, accepted) => expect(isToastMessage(message)).toBe(accepted))
