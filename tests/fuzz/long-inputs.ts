/**
 * Requests of under 64 kB that mean to keep a server busy: long headers, paths, queries, forms and frames, built from what expressions
 * that look back, decoders and parsers are slow at. The same number gives the same request.
 */

import { PAGE_ACCESS } from '../../app/addresses/route-access'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { randomOf } from './malformed'

export interface LongInput {
  readonly kind: 'header' | 'path' | 'query' | 'form' | 'json' | 'multipart' | 'frame'
  readonly host: 'aurora' | 'meridian' | 'desk' | ''
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isSignedIn: boolean
}

/** Repeated, each of these is the bad case of something. */
const GRAINS = [
  'a',
  '0',
  '9',
  '1.',
  '1,',
  '-',
  '(',
  '[',
  '{',
  '{"a":',
  '[[',
  '"',
  '\\',
  '%',
  '%2',
  '%25',
  '%F0%9F',
  '&',
  '=',
  ';',
  ',',
  ' ',
  '\t',
  '.',
  '/',
  '../',
  '//',
  '@',
  'a@',
  'a.',
  'a@a.',
  'a-',
  '<',
  '<b>',
  '&amp;',
  '*',
  '$',
  '^',
  ':',
  '+',
  '_',
  'x=y; ',
  'en;q=0.1,',
  '1.2.3.4, ',
  'bytes=0-1,',
  'W/"x", ',
  'Mozilla/5.0 (',
]
/** For bodies and decoded texts; headers cannot carry them. */
const WIDE_GRAINS = ['é', 'e\u0301', '\u0301', '👩‍👩‍👧‍👦', 'ﷺ', '\u202e', '，', '٣', '\u00a0', '\u200d', '中', '\ud83d']
const TAILS = ['', '!', '@', '\\', '0', 'x', '"', ' ']
const HEADERS = [
  'cookie',
  'accept-language',
  'accept',
  'accept-encoding',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'if-none-match',
  'if-modified-since',
  'range',
  'content-type',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'authorization',
  'idempotency-key',
  'traceparent',
  'lang',
  'x-anything',
]
const COOKIES = ['candor_session', 'candor_device', 'lang', 'theme', 'language', 'company']
const HOSTS = ['aurora', 'aurora', 'meridian', 'desk', ''] as const
const PAGES = Object.keys(PAGE_ACCESS)
const NAMES = Object.keys(ENDPOINTS) as EndpointName[]
const FIELDS = [
  ...new Set(NAMES.flatMap((name) => Object.keys((ENDPOINTS[name].input as { shape?: object }).shape ?? {}))),
  'intent',
  'reply',
  'key',
  'form_key',
  'back',
  'from',
  'to',
  'q',
  'code',
  'type',
  'page',
  '_data',
  '_routes',
  'index',
]
const HEADER_ROOM = 14_000
const BODY_ROOM = 62_000

export function longInput(number: number): LongInput {
  const random = randomOf(number * 2_654_435_761)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const size = (most: number): number => Math.max(1, Math.floor(most * (random() < 0.6 ? 1 : random())))
  const text = (most: number, grains: readonly string[] = GRAINS): string => {
    const grain = pick(grains)
    const tail = pick(TAILS)
    return grain.repeat(Math.max(1, Math.floor((size(most) - tail.length) / Math.max(grain.length, Buffer.byteLength(grain))))) + tail
  }
  const anyGrain = [...GRAINS, ...WIDE_GRAINS]
  const page = (): string => pick(PAGES)
  const call = (): string => `${ENDPOINTS[pick(NAMES)].path}`
  const base = { host: pick(HOSTS), method: 'GET', path: page(), headers: {}, body: '', isSignedIn: random() < 0.5 } as const
  const kind = pick(['header', 'path', 'query', 'query', 'form', 'form', 'json', 'multipart', 'frame'] as const)

  if (kind === 'header') {
    const name = pick(HEADERS)
    const value = name === 'cookie' && random() < 0.7 ? `${pick(COOKIES)}=${text(HEADER_ROOM)}` : text(HEADER_ROOM)
    // What a header can carry, without the blanks that are cut off at its ends.
    return { ...base, kind, path: random() < 0.5 ? page() : call(), headers: { [name]: value.trim() || 'x' } }
  }
  if (kind === 'path')
    return {
      ...base,
      kind,
      path: `${pick(['/', '/api/', '/assets/', '/news/', '/trade/', '/company/', '/docs/'])}${encoded(text(HEADER_ROOM))}`,
    }
  if (kind === 'query') {
    const whole = text(HEADER_ROOM)
    const query = random() < 0.3 ? encoded(whole) : `${pick(FIELDS)}=${encoded(whole)}`
    const path = random() < 0.6 ? `${page()}${random() < 0.3 ? '.data' : ''}` : call()
    return { ...base, kind, path: `${path}?${query.slice(0, HEADER_ROOM)}` }
  }
  if (kind === 'frame') return { ...base, kind, path: '/v1/ws', body: frame(pick, text) }
  const path = random() < 0.5 ? `${page()}${random() < 0.5 ? '.data' : ''}` : call()
  if (kind === 'form') {
    const filled = random() < 0.5
    const body = filled
      ? new URLSearchParams([
          [pick(FIELDS), text(BODY_ROOM / 4, anyGrain)],
          ['intent', pick(['submit', 'send-code', 'close', 'stops', 'save', 'x'])],
        ]).toString()
      : pick([
          `${text(BODY_ROOM)}`,
          'a=1&'.repeat(BODY_ROOM / 4),
          `${pick(FIELDS)}=1&`.repeat(900),
          '&'.repeat(BODY_ROOM),
          'a%5B%5D=1&'.repeat(900),
        ])
    return {
      ...base,
      kind,
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.slice(0, BODY_ROOM),
    }
  }
  if (kind === 'json') {
    const depth = Math.floor(BODY_ROOM / 12)
    const body = pick([
      JSON.stringify({ [pick(FIELDS)]: text(BODY_ROOM / 4, anyGrain) }),
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      `{${Array.from({ length: 4_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
      `{"${pick(FIELDS)}":${'9'.repeat(BODY_ROOM / 2)}}`,
      `{"${pick(FIELDS)}":"${'\\u0041'.repeat(BODY_ROOM / 8)}"}`,
    ])
    return { ...base, kind, method: 'POST', path, headers: { 'content-type': 'application/json' }, body: body.slice(0, BODY_ROOM) }
  }
  const line = pick(['-----x', 'x'.repeat(70), `x${'-'.repeat(60)}`])
  const part = pick([
    `--${line}\r\ncontent-disposition: form-data; name="${pick(FIELDS)}"\r\n\r\n1\r\n`,
    `--${line}\r\n\r\n`,
    `--${line}\r\ncontent-disposition: form-data; name="${'a'.repeat(2_000)}"; filename="${'b'.repeat(2_000)}"\r\n\r\n\r\n`,
    `\r\n--${line.slice(0, -1)}`,
    `--${line}\r\n${'h: v\r\n'.repeat(200)}\r\n`,
  ])
  const parts = part.repeat(Math.max(1, Math.floor(BODY_ROOM / part.length) - 1))
  const body = `${parts}--${line}--\r\n`
  const target = pick(['/mine/auth', '/mine/charge', '/feedback', '/mine/chat', '/action/upload-image', call()])
  return {
    ...base,
    kind: 'multipart',
    method: 'POST',
    path: target,
    headers: { 'content-type': `multipart/form-data; boundary=${line}` },
    body,
  }
}

/** As a client would write it: what an address cannot carry is encoded, what is encoded already stays. */
function encoded(text: string): string {
  return [...text]
    .map((letter) => (/[\w.~!$&'()*+,;=:@/%-]/.test(letter) ? letter : encodeURIComponent(letter)))
    .join('')
    .slice(0, HEADER_ROOM)
}

const FRAME_ROOM = 4_000

function frame(pick: <Item>(items: readonly Item[]) => Item, text: (most: number, grains?: readonly string[]) => string): string {
  return pick([
    () => text(FRAME_ROOM),
    () => JSON.stringify({ event: 'login', token: text(FRAME_ROOM / 4) }),
    () => JSON.stringify({ event: 'sub', topic: text(FRAME_ROOM / 4) }),
    () => '['.repeat(FRAME_ROOM),
    () => `${'{"event":'.repeat(400)}1`,
    () => JSON.stringify({ event: 'sub', topic: 'KLINE.EURUSD', more: Array(900).fill({}) }),
  ])()
}
