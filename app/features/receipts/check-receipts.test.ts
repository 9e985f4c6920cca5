import { fc, test as prop } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../../contract/orders'
import type { Tenant } from '../../../contract/tenant'
import { TEST_SIGNING_KEY, testSigner } from '../../../tests/fixtures/test-signer'
import { canonicalText } from '../../ui/download-json'
import { bytesOfBase64url } from './base64url'
import { type CheckReport, checkReceipts } from './check-receipts'
import { bodyExample } from './receipt-examples'
import { readGivenKeys, type TrustedKey } from './trusted-keys'

const KEY: TrustedKey = { keyId: TEST_SIGNING_KEY.keyId, publicKey: TEST_SIGNING_KEY.publicKey, broker: 'aurora', owner: 'Aurora' }
const OTHER: TrustedKey = { ...KEY, keyId: '0'.repeat(16) }

function signed(changes: Readonly<Record<string, unknown>> = {}): Receipt {
  const { body, hash, keyId, signature } = testSigner.sign({ id: 'aurora' } as Tenant, bodyExample(changes))
  return { body: JSON.parse(body) as Receipt['body'], hash, key_id: keyId, signature }
}

/** As it is downloaded: one receipt alone, several in a list. */
const receiptFileText = (receipts: readonly Receipt[]) => canonicalText(receipts.length === 1 ? receipts[0] : receipts)

/** An account's receipts, each naming the one before. */
function chain(length: number): Receipt[] {
  const receipts: Receipt[] = []
  for (let i = 0; i < length; i++)
    receipts.push(signed({ previous: receipts.at(-1)?.hash ?? '', at: 1_763_474_403_120 + i, order: String(i) }))
  return receipts
}

async function reportOf(text: string, keys: readonly TrustedKey[] = [KEY]): Promise<CheckReport> {
  const result = await checkReceipts(text, keys)
  if (!result.ok) throw new Error(result.problem)
  return result
}
const faultsOf = async (text: string, keys?: readonly TrustedKey[]) => (await reportOf(text, keys)).receipts.map(({ fault }) => fault)

describe('a receipt as it was issued', () => {
  test.each([
    ['alone', [signed()]],
    ['in a list', chain(3)],
    ['with text of any script', [signed({ legal_entity: '極光 Маркет „ö“ \u{1f600} \u2028' })]],
  ])('is genuine %s', async (_, receipts) => {
    const report = await reportOf(receiptFileText(receipts))
    expect([report.verdict, report.isExact, report.receipts.every(({ fault }) => fault === null)]).toEqual(['genuine', true, true])
    expect(report.receipts[0]?.key).toBe(KEY)
  })

  test.each(['\n', '\r\n'])('is genuine with a line end after it (%j)', async (end) => {
    expect((await reportOf(receiptFileText([signed()]) + end)).verdict).toBe('genuine')
  })

  test('is checked with every key its broker ever published', async () => {
    expect((await reportOf(receiptFileText([signed()]), [OTHER, KEY])).verdict).toBe('genuine')
  })
})

describe('one changed byte', () => {
  const files = [receiptFileText([signed()]), receiptFileText(chain(2))]

  test('at any place of a file is noticed', { timeout: 60_000 }, async () => {
    const [file = ''] = files
    const passed: string[] = []
    const bytes = new TextEncoder().encode(file)
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice()
      // The lowest bit: the smallest change there is, and mostly another character of the same kind.
      changed[at] = (changed[at] ?? 0) ^ 1
      const result = await checkReceipts(new TextDecoder().decode(changed), [KEY])
      if (result.ok && result.verdict === 'genuine') passed.push(file.slice(Math.max(0, at - 10), at + 10))
    }
    expect(passed).toEqual([])
  })

  prop.prop([fc.constantFrom(...files), fc.nat(), fc.integer({ min: 1, max: 255 })], { numRuns: 400 })(
    'to any other value is noticed',
    async (file, place, change) => {
      const bytes = new TextEncoder().encode(file)
      const at = place % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ change
      const result = await checkReceipts(new TextDecoder().decode(bytes), [KEY])
      expect(result.ok && result.verdict === 'genuine').toBe(false)
    },
  )

  prop.prop([fc.constantFrom(...files), fc.nat(), fc.constantFrom(' ', '\n', '\t', ',', '0', '"', '\ufeff', '\u0000')], { numRuns: 400 })(
    'that was put in is noticed',
    async (file, place, added) => {
      const at = place % (file.length + 1)
      fc.pre(!(at === file.length && added === '\n'))
      const result = await checkReceipts(file.slice(0, at) + added + file.slice(at), [KEY])
      expect(result.ok && result.verdict === 'genuine').toBe(false)
    },
  )

  prop.prop([fc.constantFrom(...files), fc.nat()], { numRuns: 200 })('that was taken out is noticed', async (file, place) => {
    const at = place % file.length
    const result = await checkReceipts(file.slice(0, at) + file.slice(at + 1), [KEY])
    expect(result.ok && result.verdict === 'genuine').toBe(false)
  })
})

describe('what is wrong is said', () => {
  const receipt = signed()
  const withBody = (changes: Readonly<Record<string, unknown>>) => ({ ...receipt, body: { ...receipt.body, ...changes } })

  test.each([
    ['a changed price', withBody({ price: '1.16431' }), 'body_changed'],
    ['a real account made of a demo one', withBody({ demo_account: false }), 'body_changed'],
    ['a fact put in', withBody({ note: '' }), 'body_changed'],
    ['the hash of another receipt', { ...receipt, hash: signed({ order: '42' }).hash }, 'body_changed'],
    ['the signature of another receipt', { ...receipt, signature: signed({ order: '42' }).signature }, 'signature_wrong'],
    ['no signature', { ...receipt, signature: '' }, 'signature_wrong'],
    ['a signature in another spelling', { ...receipt, signature: `${receipt.signature}==` }, 'signature_wrong'],
    ['another key named outside', { ...receipt, key_id: OTHER.keyId }, 'key_changed'],
  ])('%s: %#', async (_, changed, fault) => {
    const report = await reportOf(receiptFileText([changed]))
    expect([report.verdict, report.receipts[0]?.fault]).toEqual(['false', fault])
  })

  test('a key that nobody here knows proves nothing, neither way', async () => {
    const report = await reportOf(receiptFileText([receipt]), [OTHER])
    expect([report.verdict, report.receipts[0]?.fault]).toEqual(['unknown', 'key_unknown'])
    expect((await reportOf(receiptFileText([receipt]), [])).verdict).toBe('unknown')
  })

  test("one broker's key cannot sign for another", async () => {
    expect(await faultsOf(receiptFileText([signed({ broker: 'meridian' })]))).toEqual(['broker_wrong'])
  })

  test('of a list every receipt is judged for itself', async () => {
    const [one, two, three] = chain(3) as [Receipt, Receipt, Receipt]
    const forged = { ...two, body: { ...two.body, lots: '9' } }
    expect(await faultsOf(receiptFileText([one, forged, three]))).toEqual([null, 'body_changed', null])
  })

  test.each([
    ['spaces', (text: string) => JSON.stringify(JSON.parse(text), null, 2)],
    ['another order of the parts', (text: string) => text.replace(/^\{("body":.*),("hash":"\w+"),/, '{$2,$1,')],
    ['a number spelled otherwise', (text: string) => text.replace('"age_ms":120', '"age_ms":1.2e2')],
    ['a part said twice', (text: string) => text.replace('"age_ms":120', '"age_ms":999,"age_ms":120')],
    ['a character spelled otherwise', (text: string) => text.replace('"EURUSD"', '"\\u0045URUSD"')],
  ])('%s: the contents fit, but the text is not what was issued', async (_, rewrite) => {
    const text = receiptFileText([receipt])
    expect(rewrite(text)).not.toBe(text)
    const report = await reportOf(rewrite(text))
    expect([report.verdict, report.isExact, report.receipts[0]?.fault]).toEqual(['false', false, null])
  })
})

describe('the chain', () => {
  const [one, two, three, four] = chain(4) as [Receipt, Receipt, Receipt, Receipt]
  const otherAccount = signed({ account: '8', previous: '', order: 'x' })
  const fork = signed({ previous: one.hash, order: 'fork', at: 1_763_474_403_121 })
  const early = signed({ previous: one.hash, at: 1 })

  test.each([
    ['all of it', [one, two, three], ['first', 'follows', 'follows'], 'genuine'],
    ['from the middle', [two, three], ['begins', 'follows'], 'genuine'],
    ['with a gap', [one, three], ['first', 'gap'], 'genuine'],
    ['of two accounts', [one, otherAccount, two], ['first', 'first', 'follows'], 'genuine'],
    ['with a receipt twice', [one, two, two], ['first', 'follows', 'repeated'], 'false'],
    ['with two after the same one', [one, two, fork], ['first', 'follows', 'forked'], 'false'],
    ['with two first ones', [one, signed({ order: 'y' })], ['first', 'forked'], 'false'],
    ['backwards', [two, one], ['begins', 'misplaced'], 'false'],
    ['with two exchanged', [one, three, two, four], ['first', 'gap', 'misplaced', 'misplaced'], 'false'],
    ['with one that is older than its predecessor', [one, early], ['first', 'misplaced'], 'false'],
  ] as const)('%s', async (_, receipts, links, verdict) => {
    const report = await reportOf(receiptFileText(receipts))
    expect([report.receipts.map(({ link }) => link), report.verdict]).toEqual([links, verdict])
  })
})

describe('what is no receipt is said to be none', () => {
  test.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['hello', 'not_json'],
    ['{"body":{}', 'not_json'],
    ['null', 'not_receipt'],
    ['7', 'not_receipt'],
    ['[]', 'not_receipt'],
    ['{}', 'not_receipt'],
    ['[{"body":{},"hash":"","key_id":"","signature":""},7]', 'not_receipt'],
    ['{"body":[],"hash":"","key_id":"","signature":""}', 'not_receipt'],
    ['{"body":{},"hash":1,"key_id":"","signature":""}', 'not_receipt'],
    ['{"body":{},"extra":1,"hash":"","key_id":"","signature":""}', 'not_receipt'],
    ['{"code":1,"data":[],"msg":""}', 'not_receipt'],
    [`[${'{"body":{},"hash":"","key_id":"","signature":""},'.repeat(1_000)}{"body":{},"hash":"","key_id":"","signature":""}]`, 'too_large'],
    [`${' '.repeat(4_000_000)}{}`, 'too_large'],
  ])('%.40j: %s', async (text, problem) => {
    expect(await checkReceipts(text, [KEY])).toEqual({ ok: false, problem })
  })

  prop.prop([fc.oneof(fc.string(), fc.json())], { numRuns: 300 })('and nothing makes the check fail or pass', async (text) => {
    const result = await checkReceipts(text, [KEY])
    expect(result.ok && result.verdict === 'genuine').toBe(false)
  })

  test('however deep it is nested', async () => {
    const deep = `{"body":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}},"hash":"","key_id":"","signature":""}`
    const result = await checkReceipts(deep, [KEY])
    expect(result.ok && result.verdict === 'genuine').toBe(false)
  })
})

test('a long list lets the page answer in between', async () => {
  let breaths = 0
  const report = await checkReceipts(receiptFileText(chain(45)), [KEY], async () => {
    breaths += 1
  })
  expect([report.ok && report.verdict, breaths]).toEqual(['genuine', 2])
})

describe('keys that a person gives', () => {
  const file = receiptFileText([signed()])
  const hex = Buffer.from(KEY.publicKey, 'base64url').toString('hex')

  test.each([
    ['a broker.json', JSON.stringify({ legal_name: 'Aurora', receipt_keys: [{ key_id: KEY.keyId, public_key: KEY.publicKey }] })],
    ['a key in base64url', KEY.publicKey],
    ['a key in hexadecimal digits', ` ${hex.toUpperCase()}\n`],
  ])('%s', async (_, text) => {
    const keys = readGivenKeys(text)
    expect(keys).toMatchObject([{ keyId: KEY.keyId, broker: null }])
    expect((await reportOf(file, keys ?? [])).verdict).toBe('genuine')
  })

  test.each([
    '',
    'x',
    '{}',
    '[]',
    'null',
    '{"receipt_keys":[]}',
    '{"receipt_keys":[null]}',
    '{"receipt_keys":[{"key_id":"a","public_key":"b"}]}',
    hex.slice(1),
    `${KEY.publicKey}A`,
  ])('%j is no key', (text) => {
    expect(readGivenKeys(text)).toBeNull()
  })

  test('a key that is no point of the curve signs nothing', async () => {
    const keys: TrustedKey[] = [{ ...KEY, publicKey: Buffer.alloc(32, 0xff).toString('base64url') }]
    expect(await faultsOf(file, keys)).toEqual(['signature_wrong'])
  })
})

prop.prop([fc.uint8Array({ maxLength: 70 })])('base64url is read as it is written', (bytes) => {
  expect(bytesOfBase64url(Buffer.from(bytes).toString('base64url'))).toEqual(bytes)
})

prop.prop([fc.string({ unit: fc.constantFrom(...'ABab01-_=+/ '), maxLength: 12 })])('every row of bytes has one spelling', (text) => {
  const bytes = bytesOfBase64url(text)
  if (bytes !== null) expect(Buffer.from(bytes).toString('base64url')).toBe(text)
})
