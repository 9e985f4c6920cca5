/**
 * What reads a header, a path or a field before anything bounds it: its work grows with the length of the text and not faster.
 *
 * Asked is how the processor's time grows from one length to four times that length, the least of several tries; what is done in
 * moments at the greater length is not looked at.
 */
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { pagePath, safeReturnPath } from '../../app/addresses/route-access'
import { readCookie } from '../../app/cookies/cookies'
import { preferenceDefaults, readPreferences } from '../../app/cookies/preferences'
import { readSessionToken } from '../../app/cookies/session.server'
import { readToast } from '../../app/cookies/toast.server'
import { takeClientAddress } from '../../app/door/forwarding.server'
import { isFormOrNothing } from '../../app/door/is-form.server'
import { passesOriginGate } from '../../app/door/origin-gate.server'
import { targetFault } from '../../app/door/request-target.server'
import { encodingOf } from '../../app/door/shared-home.server'
import { chooseLanguage } from '../../app/language/language'
import { loggedPath } from '../../app/process/log.server'
import { readRankingName } from '../../broker/ranking/ranking-name'
import { deviceName } from '../../broker/traders/device-name'
import { testTenants } from '../fixtures/test-tenants'

const SHORT = 3_500
const LONG = 4 * SHORT
/** A quarter of what may hold the loop at all. */
const WORTH_A_LOOK_MS = 12
/** Four times the text takes four times as long; sixteen times would be the square. */
const MOST = 9

const [tenant] = testTenants()
const request = (headers: Record<string, string>, method = 'GET') =>
  ({ method, headers, socket: { remoteAddress: '10.0.0.1' } }) as unknown as IncomingMessage

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'Accept-Encoding': (text) => encodingOf(text),
  'Accept-Language': (text) => chooseLanguage({ query: null, cookie: null, acceptLanguage: text }, tenant ?? null),
  'X-Forwarded-For': (text) => takeClientAddress(request({ 'x-forwarded-for': text }), new Set(['10.0.0.1'])),
  'Content-Type': (text) => isFormOrNothing(request({ 'content-type': text }, 'POST')),
  Origin: (text) => passesOriginGate({ method: 'POST', origin: text, secFetchSite: text, siteOrigin: 'http://a.example' }),
  Cookie: (text) => [
    readCookie(text, 'lng'),
    readSessionToken(text, true),
    readToast(text, false),
    readPreferences(text, preferenceDefaults(null)),
  ],
  'User-Agent': (text) => deviceName(text),
  'the path of a page': (text) => pagePath(`/${text.slice(0, 2_048)}`),
  'the first line': (text) => targetFault({ method: 'GET', url: `/${text}` }),
  'a way back': (text) => safeReturnPath(`/${text}`),
  'the logged path': (text) => loggedPath(`/?${text}`),
  'a name in the ranking': (text) => readRankingName(text.slice(0, 512), { id: 'aurora', name: 'Aurora' }),
}

const PATTERNS: readonly (readonly [begin: string, again: string, end: string])[] = [
  ...[
    'a',
    '/',
    '.',
    ' ',
    ',',
    ';',
    '=',
    '&',
    '%',
    '0',
    '1',
    '-',
    ':',
    '[',
    '"',
    '\\',
    '%2e/',
    '../',
    'a=',
    'a;',
    ', ',
    '; q=',
    '\t',
    'é',
  ].flatMap((again) => [['', again, ''] as const, ['', again, 'x!'] as const]),
  ['gzip;q=.', '1', 'x'],
  ['gzip;q=0.', '0', 'x'],
  ['gzip', ' ', 'x'],
  ['gzip;', ' ', 'x'],
  ['', 'gzip;q=0.1,', 'x'],
  ['multipart/form-data; ', ' ', 'x'],
  ['multipart/form-data; boundary=', '-', ''],
  ['', 'lng=en; ', 'x'],
  ['', 'a=%; ', 'x'],
  ['en', '-x', ''],
  ['', 'en;q=0.', '1'],
  ['Mozilla/5.0 ', '(', ''],
  ['Mozilla/5.0 (', 'Linux; ', ''],
  ['', 'Mozilla/5.0 ', ''],
  ['', '1.1.1.1, ', ''],
]

const made = ([begin, again, end]: (typeof PATTERNS)[number], length: number) =>
  begin + again.repeat(Math.floor(length / again.length)) + end

function least(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

test.each(Object.entries(READERS))('%s', (_what, read) => {
  const faults: string[] = []
  for (const pattern of PATTERNS) {
    const long = made(pattern, LONG)
    const spent = least(() => read(long))
    if (spent < WORTH_A_LOOK_MS) continue
    const short = made(pattern, SHORT)
    const growth =
      spent /
      Math.max(
        0.1,
        least(() => read(short)),
      )
    if (growth > MOST) faults.push(`${JSON.stringify(pattern)}: ${growth.toFixed(1)} times as long, ${spent.toFixed(0)} ms`)
  }
  expect(faults).toEqual([])
})
