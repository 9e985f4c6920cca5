/** The files of a statement: the same figures in each, in every language, with every letter. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import canonicalize from 'canonicalize'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../../../../contract/primitives'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { fund } from '../../../../tests/fixtures/funded-trader'
import { PAYING_OUT } from '../../../../tests/fixtures/payout-actions'
import type { RealTrader } from '../../../../tests/fixtures/real-trader'
import { siteCall } from '../../../../tests/fixtures/site-call'
import { close, open } from '../../../../tests/fixtures/trader-actions'
import { paperMarks } from '../../../brand/paper-mark.server'
import { beginStatement } from '../../../paper/draw-statement'
import type { DrawPaper } from '../../../paper/paper-maker.server'
import { loader as document } from '../../../routes/resources/statement-document'
import { decimalText } from '../../../ui/decimal-text'
import { checkReceipts } from '../../receipts/check-receipts'
import { checkStatement } from '../../receipts/check-statement'
import { statementSteps } from '../../receipts/log-steps'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const START = Date.parse('2026-10-30T12:00:00Z')
const FUNDED = 60
let world: World
let trader: RealTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT, startMs: START })
  trader = await world.realTrader()
  await world.quoteAll()
  for (let count = 0; count < FUNDED; count++) await fund(world, trader, `${100 + count}.0${count % 10}`)
  const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.10' })
  await world.price('EURUSD', '1.10000')
  await close(trader, order.Id)
  world.clock.advance(2 * 24 * 3_600_000)
})
afterAll(() => world.close())

/** What the thread does, without one: for what is drawn many times. */
const drawHere: DrawPaper = (sheet, rows) =>
  new ReadableStream({
    async start(controller) {
      const { document: paper, draw, end } = await beginStatement(sheet)
      paper.on('data', (bytes: Uint8Array) => controller.enqueue(bytes))
      paper.on('end', () => controller.close())
      for await (const some of rows) await draw(some)
      end()
    },
  })

interface Asking {
  readonly language?: string
  readonly drawPaper?: DrawPaper
  readonly paperMark?: () => Promise<Uint8Array | null>
}

async function fileOf(as: 'pdf' | 'csv' | 'json', { language = 'en', ...given }: Asking = {}): Promise<Buffer> {
  const page = `/resources/statement-document?period=2026-10&as=${as}`
  const facts = { send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }
  const call = siteCall(facts, page, { token: trader.token, language })
  const answer = (await document({ ...call, context: { ...call.context, ...given } })) as Response
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(new RegExp(`^attachment; filename="statement-\\d+-2026-10\\.${as}"$`)),
  ])
  return Buffer.from(await answer.arrayBuffer())
}

interface WholeFile {
  readonly statement: { readonly body: Record<string, string>; readonly hash: string; readonly key_id: string; readonly signature: string }
  readonly rows: readonly { readonly amount: string; readonly balance: string; readonly number: string }[]
}

async function wordsOfPdf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text
}

test('JSON, CSV and PDF of a month have the same figures, and the signed hash is of these rows', async () => {
  const text = (await fileOf('json')).toString()
  const { statement, rows } = JSON.parse(text) as WholeFile
  expect(rows.length).toBe(FUNDED + 2)
  // What the command on the page hashes: one row a line.
  const lines = text.split('\n').slice(1, -2)
  expect(
    createHash('sha256')
      .update(lines.map((line) => `${line.replace(/,$/, '')}\n`).join(''))
      .digest('hex'),
  ).toBe(statement.body.rows_hash)

  const csv = (await fileOf('csv')).toString().split('\r\n')
  const cells = csv.slice(2, 2 + rows.length).map((line) => line.split(','))
  expect(cells.map((row) => (row[4] === '' ? `-${row[5]}` : row[4]))).toEqual(rows.map(({ amount }) => amount))
  expect(cells.map((row) => row[6])).toEqual(rows.map(({ balance }) => balance))
  expect(csv.join('\n')).toContain(statement.hash)

  const paper = await wordsOfPdf(await fileOf('pdf'))
  for (const { amount, balance, number } of rows)
    for (const figure of [decimalText(amount, { signed: true }), decimalText(balance), number]) expect(paper).toContain(figure)
  for (const name of ['opening', 'closing'] as const) expect(paper).toContain(decimalText(statement.body[name]))
  for (const words of [statement.hash, 'Carried forward', 'Page 1 of 3', 'Page 3 of 3']) expect(paper).toContain(words)
})

test('paper says whose it is, which one it is, and where it is checked', async () => {
  const paper = await wordsOfPdf(await fileOf('pdf', { drawPaper: drawHere }))
  const { statement } = JSON.parse((await fileOf('json')).toString()) as WholeFile
  const { name, legal } = world.tenant('aurora')
  const { number = '', legal_entity: entity = '' } = statement.body
  expect(number).toMatch(/^\d+-2026-10$/)
  for (const words of [name, legal.entity, trader.email, number, 'October 2026', `Signed by ${entity}`, statement.signature.slice(0, 40)])
    expect(paper).toContain(words)
  // An address may be broken where a line ends.
  expect(paper.replaceAll('\n', '')).toContain('aurora.localhost:3000/mine/statements/2026-10')
  // The balance is carried to the end of a page, and stands at the beginning of the next one.
  expect(paper.split('Carried forward').length - 1).toBe(2)
})

test('the company’s sign stands on paper, and without one its name alone', async () => {
  const mark = paperMarks(
    () => readFileSync(`${root}tenants/graphite/logo.svg`),
    () => {},
  )
  const paperMark = () => mark(world.tenant('aurora'))
  const picturesOn = async (asking: Asking) =>
    (await fileOf('pdf', { drawPaper: drawHere, ...asking })).toString('latin1').split('/Subtype /Image').length - 1
  expect([await picturesOn({ paperMark }), await picturesOn({})]).toEqual([1, 0])
})

test('what is signed is checked like a receipt, and one changed digit fails', async () => {
  const { statement } = JSON.parse((await fileOf('json')).toString()) as WholeFile
  const answer = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
  const { receipt_keys: keys } = (await answer.json()) as { receipt_keys: { key_id: string; public_key: string }[] }
  const trusted = keys.map(({ key_id: keyId, public_key: publicKey }) => ({ keyId, publicKey, broker: 'aurora', owner: '' }))
  const text = canonicalize(statement) ?? ''
  expect(await checkReceipts(text, trusted)).toMatchObject({ ok: true, verdict: 'genuine' })
  const closing = statement.body.closing ?? ''
  expect(await checkReceipts(text.replace(closing, closing.replace(/\d$/, '7')), trusted)).toMatchObject({ ok: true, verdict: 'false' })
})

test('the whole file is checked in six steps, and what is wrong with it is said by its step', async () => {
  await fileOf('json')
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
  const text = (await fileOf('json')).toString()
  const answer = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
  const stated = (await answer.json()) as { receipt_keys: { key_id: string; public_key: string }[]; log: { path: string; keys: string[] } }
  const keys = stated.receipt_keys.map(({ key_id: keyId, public_key: publicKey }) => ({
    keyId,
    publicKey,
    broker: 'aurora',
    owner: 'Aurora',
  }))
  const log = { broker: 'aurora', ...stated.log, witnesses: [], needed: 1 }
  const stepsOf = async (given: string) => {
    const report = await checkStatement(given, keys, async () => {})
    if (report === null || !report.ok) return { verdict: null, outcomes: {} }
    const [checked] = report.receipts
    if (checked === undefined) throw new Error('no head')
    const proof = report.proofs?.get(checked.receipt.hash)
    const none = async () => null
    const steps = await statementSteps({
      checked,
      proof,
      log,
      memory: null,
      sum: report.sum,
      readerOf: () => ({ tile: none, newest: none }),
    })
    return { verdict: report.verdict, outcomes: Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome])), steps }
  }
  const passed = { signature: 'passed', sum: 'passed', log: 'passed', checkpoint: 'passed', witnesses: 'unchecked', history: 'unchecked' }
  expect(await stepsOf(text)).toMatchObject({ verdict: 'genuine', outcomes: passed })
  // As it was written before it was in the log: nothing is said against it.
  const { statement, rows, proof } = JSON.parse(text) as WholeFile & { proof: string }
  expect(await stepsOf(JSON.stringify({ statement, rows }))).toMatchObject({
    verdict: 'genuine',
    outcomes: { ...passed, log: 'unchecked', checkpoint: 'unchecked' },
  })

  const changed = { ...statement, body: { ...statement.body, closing: '1.00000000' } }
  const signature = await stepsOf(JSON.stringify({ statement: changed, proof, rows }))
  expect(signature).toMatchObject({ verdict: 'false', outcomes: { signature: 'failed', sum: 'unchecked', log: 'unchecked' } })
  const others = rows.map((row, at) => (at === 3 ? { ...row, amount: '1.00000000' } : row))
  const sum = await stepsOf(JSON.stringify({ statement, proof, rows: others }))
  expect(sum).toMatchObject({ verdict: 'false', outcomes: { signature: 'passed', sum: 'failed', log: 'unchecked' } })
  const torn = await stepsOf(JSON.stringify({ statement, proof: proof.replace(/^index \d+$/m, 'index 0'), rows }))
  expect(torn.outcomes).toMatchObject({ signature: 'passed', sum: 'passed', log: 'failed', checkpoint: 'unchecked' })
  expect(await stepsOf(text.replace('"rows":[', '"rows":[],"rows":['))).toMatchObject({ verdict: 'false' })
  // Not signed before the month is over; and receipts are no statement.
  expect(await checkStatement('{"statement":{"period":"2026-11","signature":null},"rows":[]}', keys, async () => {})).toEqual({
    ok: false,
    problem: 'statement_unsigned',
  })
  expect(await checkStatement(JSON.stringify(statement), keys, async () => {})).toBeNull()
})

test('rows that were signed and do not add up fail at the sum', async () => {
  const row = (n: number, amount: string, balance: string) => ({
    n,
    at: 1,
    kind: 'deposit',
    instrument: '',
    side: '',
    number: '',
    amount,
    balance,
  })
  const judge = async (rows: readonly ReturnType<typeof row>[], changes: object = {}) => {
    const hash = createHash('sha256')
      .update(rows.map((one) => `${canonicalize(one)}\n`).join(''))
      .digest('hex')
    const body = { opening: '1', closing: '6', kinds: [{ kind: 'deposit', count: 2, sum: '5' }], rows: 2, rows_hash: hash, ...changes }
    const text = JSON.stringify({ statement: { body, hash: '', key_id: '', signature: '' }, rows })
    const report = await checkStatement(text, [], async () => {})
    return report?.ok ? report.sum : report
  }
  const rows = [row(1, '2', '3'), row(2, '3', '6')]
  expect(await judge(rows)).toMatchObject({ fault: null, rows: 2 })
  expect(await judge([row(1, '2', '3'), row(2, '3', '7')])).toMatchObject({
    fault: 'balance',
    place: 2,
    expected: '6.00000000',
    stated: '7',
  })
  expect(await judge(rows, { closing: '7' })).toMatchObject({ fault: 'sums' })
  expect(await judge(rows, { kinds: [{ kind: 'deposit', count: 2, sum: '4' }] })).toMatchObject({ fault: 'sums' })
  expect(await judge(rows, { rows: 3 })).toMatchObject({ fault: 'rows' })
})

test('paper is the same to the byte each time it is drawn', async () => {
  expect((await fileOf('pdf')).equals(await fileOf('pdf'))).toBe(true)
})

test.each(LANGUAGES)('paper in %s has every letter and the same figures', async (language) => {
  const paper = await wordsOfPdf(await fileOf('pdf', { language, drawPaper: drawHere }))
  const { statement } = JSON.parse((await fileOf('json')).toString()) as WholeFile
  // A letter that no font has is drawn as a question mark; the texts themselves ask nothing.
  expect(paper).not.toContain('?')
  expect(paper).toContain(decimalText(statement.body.closing))
  expect(paper).toContain(statement.hash)
})
