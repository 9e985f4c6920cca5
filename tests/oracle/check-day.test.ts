/**
 * A program in Go that shares nothing with ours checks a traded day from what is public and what its traders saved: everything holds, and
 * whatever is changed is named by the check that it concerns.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionDay } from '../../broker/db/schema'
import { silent as logger } from '../../broker/ground/logger'
import { openLogKeys } from '../../broker/log/log-keys'
import { noteFact } from '../../broker/log/note-fact'
import { canonicalText, sha256Hex } from '../../broker/receipts/canonical-json'
import { openReceiptKeys, type ReceiptKeys } from '../../broker/receipts/receipt-keys'
import type { LogFact, LogFacts } from '../../contract/companies'
import { type ExecutionDocument, getExecution } from '../../contract/execution'
import type { Receipt } from '../../contract/orders'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import { type Checkpoint, checkpointText, parseCheckpoint } from '../../rules/log/checkpoint'
import { cosign } from '../../rules/log/cosignature'
import { parseNote, SIGNATURE_KIND, signatureLine, signNote } from '../../rules/log/note'
import { dayBounds } from '../../rules/utc-day'
import { runCommand } from '../fixtures/run-command'
import { testKey } from '../fixtures/test-log'
import { TEST_MASTER_KEY } from '../fixtures/test-signer'
import { open } from '../fixtures/trader-actions'
import { buildGo, missingGo } from './go-program'
import { type Change, DAY, saveReceipts, type TradedDay, tradedDay } from './traded-day'

const missing = missingGo()
const LOG = '/log/aurora/'
const OTHER_ROOT = createHash('sha256').update('another tree').digest()

interface Bundle {
  receipts: Receipt[]
  proofs: { hash: string; proof: string }[]
}

/** What is given to the program; what is left out is what the traders saved. */
interface Given {
  readonly receipts?: readonly string[]
  readonly solvency?: readonly string[]
  readonly seen?: string
  readonly rules?: string
  readonly day?: string
}

describe.skipIf(missing !== null)(missing === null ? 'a traded day' : `a traded day, left out: ${missing}`, () => {
  let day: TradedDay
  let program: string
  let keys: ReceiptKeys
  let signLog: (checkpoint: Checkpoint) => string
  let newest: Checkpoint

  beforeAll(async () => {
    day = await tradedDay()
    const { broker, tenants, clock } = day.world
    keys = await openReceiptKeys(broker.database, tenants, TEST_MASTER_KEY, clock)
    const logs = await openLogKeys({ database: broker.database, masterKey: TEST_MASTER_KEY, clock, logger }, tenants)
    signLog = (checkpoint) => logs.signer('aurora')!.sign(checkpointText(checkpoint))
    newest = served(await text(`${LOG}checkpoint`))
    program = path.join(day.folder, 'check-day')
    buildGo(path.join(import.meta.dirname, 'day'), program)
  }, 300_000)
  afterAll(() => day?.close())

  /** A checkpoint as it is handed out: the log may have grown since the last one. */
  const served = (note: Buffer | string) => parseCheckpoint(parseNote(note.toString())!.text)!
  const text = async (asked: string) => (await fetch(`${day.origin}${asked}`)).text()

  async function check(given: Given = {}) {
    const { receipts = day.receipts, solvency = day.solvency, seen = day.seen, rules = '.' } = given
    const files = [...receipts.flatMap((file) => ['-receipts', file]), ...solvency.flatMap((file) => ['-solvency', file])]
    const asked = ['-url', day.origin, '-company', 'aurora', '-day', given.day ?? DAY, '-seen', seen, '-kept', day.kept, '-rules', rules]
    return runCommand(program, [...asked, ...files])
  }

  /** What is the first check that fails; null where all hold. */
  async function firstFailure(given: Given = {}, change?: Change): Promise<string | null> {
    day.serve(change)
    const { code, output } = await check(given).finally(() => day.serve())
    const found = /^first failure: (.*)$/m.exec(output)?.[1] ?? null
    expect(code, output).toBe(found === null ? 0 : 1)
    return found
  }

  let written = 0
  function file(content: unknown): string {
    written += 1
    const name = path.join(day.folder, `planted-${written}.json`)
    writeFileSync(name, typeof content === 'string' ? content : canonicalText(content))
    return name
  }
  const readJson = <T>(name: string) => JSON.parse(readFileSync(name, 'utf8')) as T

  /** The saved files with one changed: the first that holds a receipt of this kind which is in no other file. */
  function withBundle(fits: (one: Receipt) => boolean, change: (bundle: Bundle, at: number) => unknown): Given {
    const files = day.receipts.map((name) => readJson<Bundle>(name).receipts)
    const hashes = files.flat().map(({ hash }) => hash)
    const place = files.findIndex((receipts) =>
      receipts.some((one) => fits(one) && hashes.indexOf(one.hash) === hashes.lastIndexOf(one.hash)),
    )
    const bundle = readJson<Bundle>(day.receipts[place]!)
    const made = change(bundle, bundle.receipts.findIndex(fits))
    return { receipts: day.receipts.with(place, file(made ?? bundle)) }
  }

  /** As the company would sign it; without a proof, as one that is not in the log yet. */
  function withSigned(fits: (one: Receipt) => boolean, changes: (body: Receipt['body']) => Record<string, unknown>): Given {
    return withBundle(fits, (bundle, at) => {
      const before = bundle.receipts[at]!
      const { body, hash, signature, keyId } = keys.sign(day.world.tenant('aurora'), { ...before.body, ...changes(before.body) })
      bundle.receipts[at] = { body: JSON.parse(body) as Receipt['body'], hash, signature, key_id: keyId }
      bundle.proofs = bundle.proofs.filter((one) => one.hash !== before.hash)
    })
  }

  const at =
    (asked: string, change: (body: Buffer) => Buffer | string | null): Change =>
    (shown, body) =>
      shown === `${LOG}${asked}` ? change(body) : undefined
  const inFacts =
    (kind: LogFact['kind'], change: (fact: LogFact) => LogFact | null): Change =>
    (shown, body) => {
      if (!shown.startsWith(`${LOG}facts/`)) return undefined
      const page = JSON.parse(body.toString()) as LogFacts
      return JSON.stringify({ ...page, facts: page.facts.flatMap((fact) => (fact.kind === kind ? (change(fact) ?? []) : fact)) })
    }
  const flipped = (body: Buffer, place: number) => {
    const copy = Buffer.from(body)
    copy[place]! ^= 1
    return copy
  }
  const isA =
    (event: string, reason: string, instrument = 'EURUSD') =>
    (one: Receipt) =>
      one.body.event === event && one.body.reason === reason && one.body.instrument === instrument && one.body.parent === null

  test('holds, and every check of the list was made', async () => {
    const { code, output } = await check()
    expect(code, output).toBe(0)
    const idle = output.split('\n').filter((line) => /^[a-z ]+ +0 +0 +\d+$/.test(line))
    expect(idle.map((line) => line.slice(0, 22).trim())).toEqual(['statement sums'])
  })

  test('that is asked for as it cannot be is refused with the usage', async () => {
    const asked = await runCommand(program, ['-url', day.origin, '-company', 'aurora', '-day', '2026-02-30'])
    expect([asked.code, asked.output]).toEqual([2, expect.stringContaining('-receipts')])
  })

  describe('of which something public was changed', () => {
    test.each<[string, string, () => Change]>([
      ['a byte of a tile', 'log tiles', () => at('tile/0/000', (body) => flipped(body, 77))],
      ['a tile of the level above', 'log tiles', () => at('tile/1/000.p/1', (body) => flipped(body, 0))],
      ['a tile that is not there', 'log tiles', () => at('tile/0/000', () => null)],
      ['two entries that have changed places', 'log root', () => at('tile/entries/000', swapFirst)],
      ['a bundle that ends too early', 'log entries', () => at('tile/entries/000', (body) => body.subarray(0, -1))],
      ['a checkpoint signed for another tree', 'log root', () => at('checkpoint', () => signLog({ ...newest, root: OTHER_ROOT }))],
      [
        'a checkpoint of another size',
        'log entries',
        () => at('checkpoint', (body) => signLog({ ...served(body), size: served(body).size + 1 })),
      ],
      [
        'a checkpoint that nobody signed',
        'checkpoint signature',
        () => at('checkpoint', (body) => body.toString().replace(`\n${served(body).size}\n`, `\n${served(body).size - 1}\n`)),
      ],
      ['a checkpoint of another key', 'checkpoint signature', () => at('checkpoint', () => strangerSigns())],
      [
        'a checkpoint of another log',
        'checkpoint signature',
        () => at('checkpoint', () => signLog({ ...newest, origin: 'other.example' })),
      ],
      [
        'a witness that is missing',
        'witness quorum',
        () => at('witnessed', (body) => `${body.toString().split('\n').slice(0, -2).join('\n')}\n`),
      ],
      ['witnesses that have never signed', 'witness quorum', () => at('witnessed', () => null)],
      ['a signature of a witness', 'witness signatures', () => at('witnessed', damageWitness)],
      ['a signature of a witness below the newest checkpoint', 'witness signatures', () => at('checkpoint', damageWitness)],
      ['a tree that witnesses signed and the log is not', 'witnessed tree', () => at('witnessed', () => witnessedElsewhere())],
      ['a document of terms', 'fact documents', () => inFacts('terms', (fact) => ({ ...fact, document: lowerFee(fact) }))],
      ['terms with the hash of their document', 'fact entries', () => inFacts('terms', withHash)],
      ['rules of another time', 'fact entries', () => inFacts('rules', (fact) => ({ ...fact, salt: '00'.repeat(32) }))],
      ['a fact under another kind', 'fact documents', () => inFacts('ranking', (fact) => fact)],
      ['terms that are not there', 'terms fact', () => inFacts('terms', () => null)],
      [
        'facts whose next page is the same',
        'fact order',
        () => at('facts/0', (body) => JSON.stringify({ ...(JSON.parse(body.toString()) as LogFacts), next: 1 })),
      ],
      ['a figure of the execution page', 'execution document', () => inExecution(false)],
      ['a figure and its hash', 'execution fact', () => inExecution(true)],
      ['the key that signs receipts', 'kept keys', () => otherKey],
      [
        'a key under another id',
        'broker keys',
        () => (asked, body) => (asked === '/.well-known/broker.json' ? body.toString().replace(/"key_id":"./, '"key_id":"_') : undefined),
      ],
    ])('%s: %s', async (what, name, change) => {
      if (what === 'a fact under another kind') {
        const renamed: Change = (shown, body) =>
          shown.startsWith(`${LOG}facts/`) ? body.toString().replaceAll('"kind":"terms","at"', '"kind":"ranking","at"') : undefined
        expect(await firstFailure({}, renamed)).toBe(name)
        return
      }
      expect(await firstFailure({}, change())).toBe(name)
    })

    const swapFirst = (body: Buffer) => Buffer.concat([body.subarray(34, 68), body.subarray(0, 34), body.subarray(68)])
    const strangerSigns = () => {
      const stranger = testKey(newest.origin, SIGNATURE_KIND.note)
      return signNote(checkpointText(newest), stranger.noteKey, stranger.sign)
    }
    const damageWitness = (body: Buffer) => {
      const lines = body.toString().split('\n')
      const line = lines.at(-2)!
      const [name, encoded] = [line.slice(0, line.lastIndexOf(' ')), Buffer.from(line.slice(line.lastIndexOf(' ') + 1), 'base64')]
      return [...lines.slice(0, -2), `${name} ${flipped(encoded, encoded.length - 1).toString('base64')}`, ''].join('\n')
    }
    const witnessedElsewhere = () => {
      const note = signLog({ ...newest, root: OTHER_ROOT })
      const seconds = Math.floor(day.world.clock.now() / 1_000)
      return `${note}${day.witnesses.map((key) => signatureLine(cosign(parseNote(note)!.text, key.noteKey, seconds, key.sign))).join('')}`
    }
    const lowerFee = ({ document }: LogFact) => document!.replace('"fee_rate":"7"', '"fee_rate":"6"')
    const withHash = (fact: LogFact): LogFact => ({ ...fact, document: lowerFee(fact), hash: sha256Hex(lowerFee(fact)) })
    const inExecution =
      (withOwnHash: boolean): Change =>
      (asked, body) => {
        if (!asked.startsWith('/api/company/getExecution')) return undefined
        const answer = JSON.parse(body.toString()) as { data: { document: string; sha256: string } }
        const document = answer.data.document.replace('"paid_below_zero":"', '"paid_below_zero":"1')
        return JSON.stringify({ ...answer, data: { ...answer.data, document, ...(withOwnHash ? { sha256: sha256Hex(document) } : {}) } })
      }
    const otherKey: Change = (asked, body) => {
      if (asked !== '/.well-known/broker.json') return undefined
      const publicKey = Buffer.from(testKey('other', SIGNATURE_KIND.note).noteKey.publicKey)
      const key = { key_id: createHash('sha256').update(publicKey).digest('hex').slice(0, 16), public_key: publicKey.toString('base64url') }
      return JSON.stringify({ ...(JSON.parse(body.toString()) as object), receipt_keys: [key] })
    }
  })

  describe('of which a file was changed', () => {
    const closed = isA('order_closed', 'manual')
    const opened = isA('order_opened', 'market')
    test.each<[string, string, () => Given]>([
      [
        'the result of a receipt',
        'receipt hash',
        () =>
          withBundle(closed, ({ receipts }, place) => {
            receipts[place]!.body.profit = '1.00000000'
          }),
      ],
      [
        'a result and its hash',
        'receipt signature',
        () => withBundle(closed, ({ receipts, proofs }, place) => forge(receipts[place]!, proofs)),
      ],
      ['the form of a file', 'receipt form', () => withBundle(closed, (bundle) => JSON.stringify(bundle, null, 2))],
      ['a receipt that is there twice', 'receipt chain', () => withBundle(closed, ({ receipts }) => void receipts.push(receipts[0]!))],
      ['the order of receipts', 'receipt chain', () => withBundle(closed, ({ receipts }) => void receipts.reverse())],
      [
        'two receipts after the same one',
        'receipt chain',
        () => ({ receipts: [...day.receipts, ...withSigned(closed, () => ({ profit: '0.00000001' })).receipts!] }),
      ],
      ['proofs that have changed places', 'receipt proof', () => withBundle(closed, ({ proofs }) => swapProofs(proofs))],
      ['a proof against another tree', 'proof checkpoint', () => withBundle(closed, ({ proofs }) => againstOther(proofs))],
      ['a receipt of another company', 'receipt broker', () => withSigned(closed, () => ({ broker: 'meridian' }))],
      ['a result that does not follow', 'receipt profit', () => withSigned(closed, ({ profit }) => ({ profit: lastDigit(profit) }))],
      ['a fee that does not follow', 'receipt fee', () => withSigned(opened, ({ fee }) => ({ fee: lastDigit(fee) }))],
      ['a margin that does not follow', 'receipt margin', () => withSigned(opened, ({ margin }) => ({ margin: lastDigit(margin) }))],
      ['a price beside its quote', 'receipt price', () => withSigned(opened, () => ({ price: '1.10008' }))],
      ['a dollar that is not one', 'receipt rate', () => withSigned(opened, () => ({ conversion_rate: '1.01' }))],
      ['a part of the margin', 'receipt parts', () => withSigned(closed, ({ margin }) => ({ margin: lastDigit(margin) }))],
      [
        'a charge for a night',
        'receipt funding',
        () => withSigned(isA('adjustment', 'funding'), ({ profit }) => ({ profit: lastDigit(profit) })),
      ],
      ['a balance', 'receipt balance', () => withSigned(opened, (body) => ({ balance_after: lastDigit(body.balance_after) }))],
      ['a statement that does not add up', 'statement sums', () => ({ receipts: [...day.receipts, statement('101.00000001')] })],
      [
        'a checkpoint from before that is longer',
        'seen checkpoint',
        () => ({ seen: file(signLog({ ...newest, size: newest.size + 1_000 })) }),
      ],
      ['a checkpoint from before of another tree', 'seen checkpoint', () => ({ seen: file(signLog({ ...newest, root: OTHER_ROOT })) })],
      ['the sources of the rules', 'rules sources', () => ({ rules: otherRules() })],
      [
        'a part of what is owed',
        'solvency parts',
        () =>
          withOwed((owed) => {
            owed.own.parts[0]!.amount = lastDigit(owed.own.parts[0]!.amount)
          }),
      ],
      [
        'a part below zero',
        'solvency sums',
        () =>
          withOwed((owed) => {
            owed.own.parts[0]!.amount = '-1.00000000'
          }),
      ],
      [
        'the salt of a part',
        'solvency path',
        () =>
          withOwed((owed) => {
            owed.own.parts[0]!.salt = '00'.repeat(32)
          }),
      ],
      [
        'a neighbour on the way to the root',
        'solvency path',
        () =>
          withOwed((owed) => {
            owed.own.parts[0]!.path[0]!.hash = '00'.repeat(32)
          }),
      ],
      [
        'a number of another account',
        'solvency path',
        () =>
          withOwed((owed) => {
            owed.own.account = '1'
          }),
      ],
      [
        'an account with more',
        'solvency parts',
        () =>
          withOwed((owed) => {
            owed.own.equity = `9${owed.own.equity}`
          }),
      ],
      [
        'a root that is not in the log',
        'solvency fact',
        () => withOwed((owed) => publish(owed, owed.document.replace('"total":"', '"total":"9'))),
      ],
      [
        'a total that is not what was hashed',
        'solvency document',
        () =>
          withOwed((owed) => {
            owed.document = owed.document.replace('"total":"', '"total":"9')
          }),
      ],
    ])('%s: %s', async (_what, name, given) => {
      expect(await firstFailure(given())).toBe(name)
    })

    test('a statement that adds up holds', async () => {
      expect(await firstFailure({ receipts: [...day.receipts, statement('101.00000000')] })).toBeNull()
    })

    /** By one in the last place. */
    const lastDigit = (amount: unknown) => String(amount).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
    const forge = (receipt: Receipt, proofs: Bundle['proofs']) => {
      receipt.body.profit = '1.00000000'
      const proof = proofs.find(({ hash }) => hash === receipt.hash)!
      receipt.hash = proof.hash = sha256Hex(canonicalText(receipt.body))
    }
    const swapProofs = ([one, other]: Bundle['proofs']) => {
      const [first, second] = [one!.proof, other!.proof]
      one!.proof = second
      other!.proof = first
    }
    const againstOther = (proofs: Bundle['proofs']) => {
      for (const one of proofs)
        one.proof = `${one.proof.slice(0, one.proof.indexOf('\n\n'))}\n\n${signLog({ ...newest, root: OTHER_ROOT })}`
    }
    const statement = (closing: string) => {
      const kinds = [{ kind: 'deposit', count: 1, sum: '100.00000000' }]
      const head = { v: 1, event: 'statement', broker: 'aurora', account: '12', opening: '1.00000000', closing, kinds, rows: 1, at: 0 }
      const { body, hash, signature, keyId } = keys.sign(day.world.tenant('aurora'), head)
      return file({ body: JSON.parse(body) as object, hash, signature, key_id: keyId })
    }
    const otherRules = () => {
      const folder = path.join(day.folder, 'sources')
      mkdirSync(path.join(folder, 'rules'), { recursive: true })
      writeFileSync(path.join(folder, 'rules', 'profit.ts'), '// more for the house\n')
      return folder
    }
  })

  interface Owed {
    document: string
    hash: string
    own: { account: string; equity: string; under_review: string; parts: { place: number; salt: string; amount: string; path: Step[] }[] }
  }
  interface Step {
    hash: string
    sum: string
    side: string
  }
  function withOwed(change: (owed: Owed) => void): Given {
    const owed = readJson<Owed>(day.solvency[0]!)
    change(owed)
    return { solvency: [file(owed), ...day.solvency.slice(1)] }
  }
  function publish(owed: Owed, document: string): void {
    owed.document = document
    owed.hash = sha256Hex(document)
  }

  describe('that the company itself has published wrong, in its log and signed,', () => {
    const later = (days: number) => new Date(Date.parse(DAY) + days * DAY_MS).toISOString().slice(0, 10)

    async function note(kind: 'solvency' | 'execution', document: string): Promise<void> {
      await day.world.broker.database.withTenant('aurora', (tx) =>
        noteFact(tx, 'aurora', { kind, hash: Buffer.from(sha256Hex(document), 'hex'), document, at: day.world.clock.now() }),
      )
      await day.grow()
    }

    /** The figures of the day under another one's date, with a change. */
    async function publishDay(days: number, change: (figures: ExecutionDocument) => object): Promise<void> {
      const { data } = await day.traders[0].call(getExecution, { day: DAY })
      const until = dayBounds(later(days))!.to
      const document = canonicalText(change({ ...(JSON.parse(data.document) as ExecutionDocument), day: later(days), until }))
      await day.world.broker.database.withTenant('aurora', async (tx) => {
        const row = { tenantId: 'aurora', day: later(days), document, sha256: sha256Hex(document), computedAt: until }
        await tx.insert(executionDay).values(row)
      })
      await note('execution', document)
    }

    test('a tree in which somebody takes from what others are owed is refused', async () => {
      const owed = readJson<Owed>(day.solvency[0]!)
      const at = day.world.clock.now()
      const eight = (sum: bigint) => {
        const bytes = Buffer.alloc(8)
        bytes.writeBigInt64BE(sum)
        return bytes
      }
      const hash = (...parts: (string | Buffer)[]) =>
        createHash('sha256')
          .update(Buffer.concat(parts.map((one) => Buffer.from(one))))
          .digest()
      const salt = Buffer.alloc(32, 1)
      const amount = 100_000_000n
      const taken = -40_000_000n
      const place = Buffer.concat([eight(BigInt(at - (at % HOUR_MS))), Buffer.alloc(4)])
      const leaf = hash('candor solvency leaf v1\n', salt, place, eight(amount), owed.own.account)
      const other = hash('somebody who owes')
      const root = hash('candor solvency node v1\n', leaf, eight(amount), other, eight(taken)).toString('hex')
      publish(owed, canonicalText({ company: 'aurora', at, root, total: '0.60000000', leaves: 2 }))
      const path = [{ hash: other.toString('hex'), sum: '-0.40000000', side: 'right' }]
      owed.own = {
        ...owed.own,
        equity: '1.00000000',
        under_review: '0.00000000',
        parts: [{ place: 0, salt: salt.toString('hex'), amount: '1.00000000', path }],
      }
      await note('solvency', owed.document)
      expect(await firstFailure({ solvency: [file(owed)] })).toBe('solvency sums')
    })

    test('figures that leave out what a trader has a receipt of are named', async () => {
      const [ada] = day.traders
      await day.world.quoteAll()
      await open(day.world, ada, 'buy', 'BTCUSDT', { lots: '0.01', leverage: '10' })
      await day.grow()
      const receipts = await saveReceipts(ada, path.join(day.folder, 'next-day'))
      day.world.pass(3 * DAY_MS)
      const nothing = {
        orders: 0,
        filled: 0,
        rejected: 0,
        fill_rate: null,
        took_ms: null,
        quote_age_ms: null,
        slippage: null,
        rejections: null,
      }
      await publishDay(1, (figures) => ({
        ...figures,
        classes: [{ instrument: null, type: null, ...nothing }],
        others: { instrument: null, type: null, ...nothing, instruments: 0 },
        symmetry: { ...figures.symmetry, measured: 0, better: 0, worse: 0, difference: null, is_symmetric: null },
      }))
      expect(await firstFailure({ receipts, day: later(1) })).toBe('execution own orders')
    })

    test.each<[string, string, number, (figures: ExecutionDocument) => object]>([
      [
        'a sum',
        'execution figures',
        2,
        (figures) => ({
          ...figures,
          classes: figures.classes.map((one, place) => (place === 0 ? { ...one, orders: one.orders + 1, filled: one.filled + 1 } : one)),
        }),
      ],
      [
        'a share that is called even',
        'execution symmetry',
        3,
        (figures) => ({ ...figures, symmetry: { ...figures.symmetry, difference: '0.00' } }),
      ],
    ])('%s is named: %s', async (_what, name, days, change) => {
      day.world.pass(DAY_MS)
      await publishDay(days, change)
      expect(await firstFailure({ receipts: [], day: later(days) })).toBe(name)
    })

    test('a second document of a day is named', async () => {
      const { data } = await day.traders[0].call(getExecution, { day: DAY })
      await note('execution', canonicalText({ ...(JSON.parse(data.document) as object), paid_below_zero: '0.00000000' }))
      expect(await firstFailure()).toBe('execution fact')
    })
  })
})
