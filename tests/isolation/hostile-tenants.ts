/**
 * Brands' folders that are broken or written with bad intent, made from a good one: every kind with random places, values and
 * texts, the same for the same seed.
 */
import fc from 'fast-check'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type TenantJson = { [key: string]: Json }

export interface HostileFolder {
  /** For the message of a failure. */
  readonly what: string
  /** Content by file name; what is not named is copied from the good folder. `null` takes a file away. */
  readonly files: Readonly<Record<string, string | Buffer | null>>
  /** Name in the folder → where the link leads. */
  readonly links?: Readonly<Record<string, string>>
  /** The name of the folder where it is not an ordinary one. */
  readonly folderName?: string
  /** False where the value is odd but harmless: it may load, and then nothing of it may be run. */
  readonly mustBeRefused: boolean
}

type Making = (good: TenantJson) => fc.Arbitrary<HostileFolder>

const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '</style><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  '#{7*7}<%= 7*7 %>',
  '{{constructor.constructor("alert(1)")()}}',
  'javascript:alert(1)',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '`+alert(1)+`',
  ']]><script>alert(1)</script>',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  "Robert'); drop table tenant;--",
  '../../../../etc/passwd',
  '= cmd|calc',
  'a@b.example\r\nBcc: all@victims.example',
] as const
const UNSEEN = [
  '\u202e',
  '\u2066',
  '\u0000',
  '\u001b[2J',
  '\u200b',
  '\ufeff',
  '\u2028',
  '\u00ad',
  '\u0007',
  '\udb40\udc41',
  '\n',
  '\t',
  '\ue000',
] as const
const LINKS = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://help.aurora.example/',
  'https://help.aurora.example@evil.example/',
  'https://help.aurora.example.evil.example/',
  'https://evil.example/#help.aurora.example',
  'https://evil.example\\@help.aurora.example/',
  '//evil.example/',
  'file:///etc/passwd',
  'https://',
  ' https://evil.example',
] as const
const HOSTS = [
  '*.example.com',
  'localhost',
  'AURORA.example.com',
  'evil.example/aurora',
  'a..b.example',
  '-a.example',
  'xn--.',
  '127.0.0.1:3000',
  'аurora.example',
  'a b.example',
  'user@a.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}example`,
] as const
const CSS = [
  'red',
  '#fff',
  'url(https://evil.example/x)',
  '#000000;}body{display:none',
  'var(--x)',
  'expression(alert(1))',
  '#00000g',
  'rgb(0 0 0)',
  '</style>',
  '#0000000',
] as const
const PROTO_KEYS = ['__proto__', 'constructor', 'prototype'] as const

const folderOf = (what: string, file: TenantJson, mustBeRefused = true): HostileFolder => ({
  what,
  files: { 'tenant.json': JSON.stringify(file) },
  mustBeRefused,
})

/** A copy with one place changed. @param place keys and indexes from the root. */
function changed(file: TenantJson, place: readonly (string | number)[], value: Json | undefined): TenantJson {
  const copy = structuredClone(file)
  let at: Json = copy
  for (const part of place.slice(0, -1)) {
    if (typeof at !== 'object' || at === null) throw new Error(`no place ${place.join('.')}`)
    const group = at as { [key: string]: Json }
    group[part] ??= {}
    at = group[part] ?? null
  }
  const last = String(place.at(-1))
  if (value === undefined) Reflect.deleteProperty(at as object, last)
  // Not by assignment: `__proto__` would be swallowed.
  else Object.defineProperty(at as object, last, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

/** Places of all values of the file, groups and lists among them. */
function placesIn(value: Json, place: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [place]
  const inner = Object.entries(value).flatMap(([key, part]) => placesIn(part, [...place, Array.isArray(value) ? Number(key) : key]))
  return place.length === 0 ? inner : [place, ...inner]
}

function valueAt(file: TenantJson, place: readonly (string | number)[]): Json | undefined {
  return place.reduce<Json | undefined>((at, part) => (at as { [key: string]: Json } | undefined)?.[part], file)
}

const textPlaces = (file: TenantJson) => placesIn(file).filter((place) => typeof valueAt(file, place) === 'string')
const groupPlaces = (file: TenantJson) => [
  [],
  ...placesIn(file).filter((place) => {
    const value = valueAt(file, place)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  }),
]
const shown = (place: readonly (string | number)[]): string => place.join('.') || 'the file'

const NAMES: readonly (readonly string[])[] = [
  ['name'],
  ['title'],
  ['legal', 'entity'],
  ['legal', 'registeredAddress'],
  ['legal', 'location'],
]

/** What stands in a file as a value. */
const VALUES: readonly Making[] = [
  (good) =>
    fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...SCRIPTS.filter((text) => !/[<>\r]/.test(text))))
      .map(([place, text]) => folderOf(`${shown(place)} is ${text}`, changed(good, place, text.slice(0, 48)), false)),
  (good) =>
    fc
      .tuple(fc.constantFrom('footer.announcement', 'openAccount', 'logIn', 'mainNavigation'), fc.constantFrom(...SCRIPTS))
      .map(([key, text]) =>
        folderOf(`the text public:${key} is ${text}`, changed(good, ['texts'], { en: { [`public:${key}`]: text } }), false),
      ),
  (good) =>
    fc
      .tuple(fc.constantFrom(...textPlaces(good)), fc.constantFrom(...SCRIPTS))
      .map(([place, text]) => folderOf(`${shown(place)} is ${text}`, changed(good, place, text), false)),
  (good) =>
    fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...UNSEEN), fc.nat(10))
      .map(([place, mark, at]) =>
        folderOf(`${shown(place)} holds a mark nobody sees`, changed(good, place, `Ab${'c'.repeat(at)}${mark}de`)),
      ),
  (good) =>
    fc
      .tuple(fc.constantFrom(...placesIn(good)), fc.constantFrom<Json>(null, true, -1, 1e308, [], {}, [[]], { a: { b: [] } }, ['x']))
      .map(([place, value]) => folderOf(`${shown(place)} is ${JSON.stringify(value)}`, changed(good, place, value), false)),
  (good) =>
    fc
      .tuple(
        fc.constantFrom(...groupPlaces(good)),
        fc.constantFrom('nmae', 'onload', 'script', '__defineGetter__', 'toString', 'html', '$where', ''),
      )
      .filter(([place]) => !place.includes('overrides') || place.length > 2)
      .map(([place, key]) => folderOf(`an unknown key ${key} in ${shown(place)}`, changed(good, [...place, key], 'x'))),
  (good) =>
    fc
      .tuple(
        fc.constantFrom(...groupPlaces(good)),
        fc.constantFrom(...PROTO_KEYS),
        fc.constantFrom<Json>({ polluted: true }, 'x', { prototype: { polluted: 1 } }),
      )
      .map(([place, key, value]) => folderOf(`${key} in ${shown(place)}`, changed(good, [...place, key], value))),
  (good) =>
    fc
      .constantFrom<string[]>(['name'], ['legal'], ['legal', 'entity'], ['legal', 'registeredAddress'], ['legal', 'location'], ['email'])
      .map((place) => folderOf(`without ${shown(place)}`, changed(good, place, undefined))),
  (good) =>
    fc
      .tuple(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }))
      .map(([place, text]) => folderOf(`${shown(place)} is random text`, changed(good, place, text), false)),
  (good) => fc.constantFrom('demo', 'Demo', 'dEMO').map((title) => folderOf(`the title ${title}`, changed(good, ['title'], title))),
]

/** Where it would lead people and what it would take from them. */
const POWERS: readonly Making[] = [
  (good) =>
    fc
      .tuple(fc.constantFrom(['lossUrl'], ['service', 'link'], ['complaintOrigin'], ['brokerOrigin']), fc.constantFrom(...LINKS))
      .map(([place, link]) => folderOf(`${shown(place)} leads to ${link}`, changed(good, place, link))),
  (good) =>
    fc
      .constantFrom(
        'http://evil.example',
        'https://evil.example/path',
        'https://u:p@evil.example',
        'wss://evil.example',
        'http://127.0.0.1.evil.example',
      )
      .map((origin) => folderOf(`the broker is at ${origin}`, changed(good, ['brokerOrigin'], origin))),
  (good) => fc.constantFrom(...HOSTS).map((host) => folderOf(`the host ${host}`, changed(good, ['hosts'], [host]))),
  (good) =>
    fc
      .constantFrom(
        'meridian.localhost.example',
        'localhost.example',
        'api.localhost.example',
        'desk.localhost.example',
        'trade.aurora.example',
        'sub.trade.localhost.example',
      )
      .map((host) => folderOf(`the host of another: ${host}`, changed(good, ['hosts'], [host]))),
  (good) =>
    fc
      .tuple(
        fc.constantFrom('light', 'dark'),
        fc.constantFrom('brand', 'text-1', 'constructor', 'x}body{', 'text-3'),
        fc.constantFrom(...CSS),
      )
      .map(([mode, token, value]) => folderOf(`the colour ${token} is ${value}`, changed(good, ['theme', mode], { [token]: value }))),
  (good) =>
    fc
      .tuple(
        fc.constantFrom('light', 'dark'),
        fc.constantFrom('text-1', 'text-2', 'text-3', 'warn-text', 'on-brand'),
        fc.constantFrom('#808080', '#7f7f7f'),
      )
      .map(([mode, token, colour]) =>
        folderOf(`${token} cannot be read in ${mode} mode`, changed(good, ['theme', mode], { [token]: colour })),
      ),
  (good) =>
    fc
      .constantFrom('../../etc/passwd', 'none', '..', 'AURORA', 'aurora.json', 'a'.repeat(33), '')
      .map((name) => folderOf(`the theme ${name}`, changed(good, ['theme', 'name'], name))),
  (good) =>
    fc
      .tuple(fc.constantFrom('xs', 'sm', 'md', 'lg'), fc.constantFrom('6', '-1px', '1e3px', '6px;color:red', 'calc(1px)', '9999px', '6px}'))
      .map(([size, length]) => folderOf(`the radius ${length}`, changed(good, ['theme', 'radius'], { [size]: length }))),
  (good) =>
    fc
      .constantFrom<[string[], Json]>(
        [['trading', 'stopOutLevelPercent'], '49.99'],
        [['trading', 'stopOutLevelPercent'], '101'],
        [['trading', 'stopOutLevelPercent'], '1e2'],
        [['trading', 'maxLeverage'], 1001],
        [['trading', 'maxLeverage'], 2.5],
        [['trading', 'demoBalance'], '1000001'],
        [['trading', 'staleAfterMs'], 60_000],
        [['trading', 'riskProfile'], 'none'],
        [['trading', 'overrides', 'EURUSD'], { spread: '1' }],
        [['trading', 'overrides', 'EURUSD'], { spread: '0.000001' }],
        [['trading', 'overrides', 'EURUSD'], { spread: '-1' }],
        [['trading', 'overrides', 'EURUSD'], { feeRate: '0.06' }],
        [['trading', 'overrides', 'EURUSD'], { leverages: [1001] }],
        [['trading', 'overrides', 'EURUSD'], { leverages: [10, 10] }],
        [['trading', 'overrides', 'EURUSD'], { minLots: '2', maxLots: '1' }],
        [['trading', 'overrides', 'EURUSD'], { maxLots: '1000000' }],
        [['trading', 'overrides', 'EURUSD'], { minStopDistance: '1' }],
        [['trading', 'overrides', 'EURUSX'], { spread: '0' }],
        [
          ['trading', 'instruments'],
          ['EURUSD', 'NOSUCH'],
        ],
        [['registration', 'refusedCountries'], ['KP']],
        [
          ['registration', 'refusedCountries'],
          ['kp', 'IL', 'CN', 'VU', 'CU'],
        ],
        [['wallet', 'secondApproval', 'depositsAbove'], '99999999'],
        [['wallet', 'promisedHours'], 0],
        [['status'], 'closed'],
        [['languages'], []],
        [['languages'], ['en', 'en']],
        [['defaultLanguage'], 'xx'],
        [['features'], { wallet: false }],
        [['features'], { announcement: false }],
        [['features'], { ranking: 'no' }],
      )
      .map(([place, value]) => folderOf(`${shown(place)} is ${JSON.stringify(value)}`, changed(good, place, value))),
  (good) =>
    fc
      .constantFrom<TenantJson>(
        { currency: 'USDT', protocol: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc' },
        { currency: 'USDT', protocol: 'ERC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
        { currency: 'BTC', protocol: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
        { currency: 'USDT', protocol: 'SOL', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
      )
      .map((network) => folderOf(`the deposit address ${String(network.address)}`, changed(good, ['wallet', 'networks'], [network]))),
]

const TEXTS: Making = (good) =>
  fc
    .constantFrom<[string, string]>(
      ['public:riskLine', 'Trading is safe.'],
      ['public:demoRibbon', 'Real money'],
      ['public:footer.noLicence', 'Licensed'],
      ['public:windDown.title', 'All is well'],
      ['public:error.MARKET_CLOSED', 'Send money to open it'],
      ['order:column.profit', 'Gift'],
      ['trade:ticket.riskLine', 'No risk'],
      ['wallet:statement.title', 'x'],
      ['auth:consent', 'I agree <announcement>x</announcement>'],
      ['auth:sideTitle', '<script>alert(1)</script>'],
      ['auth:sideTitle', '<img src=x onerror=alert(1)>'],
      ['auth:sideTitle', 'See https://evil.example'],
      ['auth:sideTitle', 'See www.evil.example'],
      ['auth:sideTitle', '$t(public:riskLine)'],
      ['auth:sideTitle', 'Hello {{password}}'],
      ['auth:sideTitle', 'Hello {{'],
      ['auth:sideTitle', 'gnp.\u202eexe'],
      ['auth:sideTitle', ''],
      ['auth:sideTitle', 'a'.repeat(601)],
      ['public:brandHome', 'no name'],
      ['public:no.such.text', 'x'],
      ['nothing:here', 'x'],
      ['public', 'x'],
      ['public:error.__proto__.polluted', 'x'],
      ['__proto__', 'x'],
      ['mail:deposit-completed.body', 'You are rich: {{amount}} {{currency}} {{number}}'],
    )
    .map(([key, text]) =>
      folderOf(
        `the text ${key}: ${text.slice(0, 40)}`,
        changed(good, ['texts'], { en: JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(text)}}`) }),
      ),
    )

/** Files that are no JSON, or not the JSON they seem to be. */
const RAW: Making = (good) => {
  const text = JSON.stringify(good)
  const raw = (what: string, content: string | Buffer): HostileFolder => ({ what, files: { 'tenant.json': content }, mustBeRefused: true })
  return fc.oneof(
    fc.integer({ min: 0, max: text.length - 1 }).map((length) => raw(`cut off after ${length}`, text.slice(0, length))),
    fc
      .constantFrom('null', '[]', '"x"', '0', '', ' ', '{}', 'true', '[[[]]]', 'NaN', '{"name":}')
      .map((content) => raw(`the content ${content}`, content)),
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => raw('random bytes', Buffer.from(bytes))),
    fc.constantFrom(20, 200, 20_000).map((depth) => raw(`lists ${depth} deep`, `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`)),
    fc.constantFrom(20, 200, 20_000).map((depth) => raw(`groups ${depth} deep`, `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
    fc.constant(raw('larger than it may be', `${text}${' '.repeat(300_000)}`)),
    fc.constant(raw('a byte order mark', `\ufeff${text}`)),
    fc.constant(
      raw('no UTF-8', Buffer.concat([Buffer.from(text.slice(0, 12)), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from(text.slice(12))])),
    ),
    fc.constant(raw('UTF-16', Buffer.from(text, 'utf16le'))),
    fc.constant(raw('a comment', `/* x */${text}`)),
    fc.constant(raw('JavaScript', `module.exports = ${text}`)),
  )
}

const svg = (inner: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"${attributes}>${inner}</svg>`
const SVGS: readonly string[] = [
  svg('<script>alert(1)</script>'),
  svg('<path d="M0 0"/>', ' onload="alert(1)"'),
  svg('<path d="M0 0" onclick="alert(1)"/>'),
  svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>'),
  svg('<image href="https://evil.example/x.png"/>'),
  svg('<use href="https://evil.example/x.svg#a"/>'),
  svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
  svg('<style>@import url(https://evil.example/x.css)</style>'),
  svg('<path d="M0 0" style="background:url(https://evil.example)"/>'),
  svg('<rect fill="url(https://evil.example/#a)"/>'),
  svg('<animate attributeName="href" values="javascript:alert(1)"/>'),
  svg('<set attributeName="onload" to="alert(1)"/>'),
  svg('<path d="M0 0" xlink:href="data:text/html,x"/>'),
  svg('<iframe src="https://evil.example"/>'),
  `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg('<title>&b;</title>')}`,
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<title>&x;</title>')}`,
  `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('<path d="M0 0"/>')}`,
  svg('<![CDATA[<script>alert(1)</script>]]>'),
  svg(`<g>${'<g>'.repeat(40)}${'</g>'.repeat(40)}</g>`),
  svg('<path d="M0 0"/>'.repeat(2_100)),
  svg(`<path d="${'M0 0'.repeat(20_000)}"/>`),
  svg('<path d="M0 0">'),
  '<html><script>alert(1)</script></html>',
  'GIF89a<script>alert(1)</script>',
  '',
  `${svg('<path d="M0 0"/>')}<script>alert(1)</script>`,
  '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>',
  '<svg viewBox="0 0 1 1"/>',
]
const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNGS: readonly Buffer[] = [
  Buffer.from('<script>alert(1)</script>'),
  Buffer.concat([PNG_HEAD, Buffer.from('<script>alert(1)</script>'.repeat(3))]),
  Buffer.concat([PNG_HEAD, Buffer.alloc(30, 0xff)]),
  Buffer.alloc(300 * 1024, 0x41),
]

const PICTURES: Making = () =>
  fc.oneof(
    fc.tuple(fc.constantFrom('logo', 'icon'), fc.constantFrom(...SVGS)).map(([name, picture]) => ({
      what: `${name}.svg is ${picture.slice(0, 80)}`,
      files: { [`${name}.svg`]: picture },
      mustBeRefused: true,
    })),
    fc.tuple(fc.constantFrom('logo', 'icon'), fc.constantFrom(...PNGS)).map(([name, picture]) => ({
      what: `${name}.png is no picture`,
      files: { [`${name}.svg`]: null, [`${name}.png`]: picture },
      mustBeRefused: true,
    })),
    fc
      .constantFrom('logo.svg', 'icon.svg', 'tenant.json')
      .map((name) => ({ what: `without ${name}`, files: { [name]: null }, mustBeRefused: true })),
  )

const PLACES: Making = () =>
  fc.oneof(
    fc.constantFrom('tenant.json', 'logo.svg', 'icon.svg').map((name) => ({
      what: `${name} is a link out of the folder`,
      files: { [name]: null },
      links: { [name]: name === 'tenant.json' ? '../aurora/tenant.json' : '../aurora/icon.svg' },
      mustBeRefused: true,
    })),
    fc.constantFrom('/etc/passwd', '/dev/zero', '/proc/self/environ').map((target) => ({
      what: `tenant.json leads to ${target}`,
      files: { 'tenant.json': null },
      links: { 'tenant.json': target },
      mustBeRefused: true,
    })),
    fc
      .constantFrom('api', 'desk', 'www', 'Evil', 'e', 'evil name', '1evil', 'evil_x', `e${'v'.repeat(40)}`, 'constructor.')
      .map((folderName) => ({
        what: `the folder ${folderName}`,
        files: {},
        folderName,
        mustBeRefused: true,
      })),
  )

/** `count` folders, of every kind about as many. */
export function hostileFolders(good: TenantJson, { seed, count }: { readonly seed: number; readonly count: number }): HostileFolder[] {
  const kinds = [...VALUES, ...POWERS, TEXTS, TEXTS, RAW, RAW, PICTURES, PICTURES, PLACES].map((making) => making(good))
  return fc.sample(fc.oneof(...kinds), { seed, numRuns: count })
}
