/** Two nodes on one server. What is opened is a stand-in; the real broker is in chaos:takeover. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOnServer, testServerUrl } from '../../tests/fixtures/test-database'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { TEST_BASE_DOMAIN, testTenants } from '../../tests/fixtures/test-tenants'
import { testTexts } from '../../tests/fixtures/test-texts'
import type { Broker } from '../assembly/assemble-broker'
import { SERVING_LOCK } from '../db/serving-lock'
import { silent as logger } from '../ground/logger'
import { WrongFolder } from './data-folder'
import { type ServeInTurnOptions, serveInTurn, type TurnBroker } from './serve-in-turn'

const DEMO_LOGINS = [{ name: 'demo-one', password: 'a password', code: '123456' }]

describe('two nodes on one database', { timeout: 60_000 }, () => {
  let store: Awaited<ReturnType<typeof createOnServer>>
  let dataDir: string
  const nodes: TurnBroker[] = []
  const closed: string[] = []
  const open = async (changes: Partial<ServeInTurnOptions> = {}): Promise<TurnBroker> => {
    const node = await serveInTurn({
      url: store.url,
      dataDir,
      masterKey: TEST_MASTER_KEY,
      tenants: testTenants(),
      baseDomain: TEST_BASE_DOMAIN,
      texts: await testTexts(),
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      logger,
      open: async (database) =>
        ({
          fetch: async () => new Response('served'),
          ready: async () => true,
          close: async () => {
            closed.push('broker')
            await database.close()
          },
          demoLogins: DEMO_LOGINS,
          handleUpgrade: (_request: IncomingMessage, socket: PassThrough) => socket.end('upgraded'),
        }) as unknown as Broker,
      onUnfit() {},
      ...changes,
    })
    nodes.push(node)
    return node
  }
  const asked = (lang: string) => new Request(`http://aurora.${TEST_BASE_DOMAIN}/api/basicSet/getBasicInfo`, { headers: { lang } })
  beforeEach(async () => {
    store = await createOnServer(testServerUrl())
    dataDir = mkdtempSync(path.join(tmpdir(), 'candor-turn-'))
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
    closed.length = 0
    await store.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('the second stands by in the caller’s language until the first is gone, then it serves', async () => {
    const [one, two] = [await open(), await open()]
    const turns: string[] = []
    two.whenServing(() => turns.push('two'))
    expect([one.isServing(), two.isServing(), await one.ready(), await two.ready()]).toEqual([true, false, true, false])
    expect(await (await one.fetch(asked('en'))).text()).toBe('served')
    const refused = await two.fetch(asked('de'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    const texts = await testTexts()
    expect(await refused.json()).toMatchObject({ msg: texts.error('de', 'SERVICE_UNAVAILABLE'), data: null })
    await one.close()
    await expect.poll(() => two.isServing(), { timeout: 30_000 }).toBe(true)
    expect(turns).toEqual(['two'])
    expect(await (await two.fetch(asked('en'))).text()).toBe('served')
  })

  const upgraded = (node: TurnBroker): Promise<string> => {
    const socket = new PassThrough()
    node.handleUpgrade({ headers: {} } as IncomingMessage, socket, Buffer.alloc(0))
    return text(socket)
  }

  test('a node that stands by takes no socket and says no logins; once it serves it does both', async () => {
    const [one, two] = [await open(), await open()]
    expect(await upgraded(one)).toBe('upgraded')
    expect(await upgraded(two)).toMatch(/^HTTP\/1\.1 503 /)
    expect([one.demoLogins, two.demoLogins]).toEqual([DEMO_LOGINS, []])
    await one.close()
    await expect.poll(() => two.isServing(), { timeout: 30_000 }).toBe(true)
    expect(await upgraded(two)).toBe('upgraded')
    expect(two.demoLogins).toEqual(DEMO_LOGINS)
  })

  test('a node whose session was ended closes its broker, and every socket with it, and stands by', async () => {
    const one = await open()
    const admin = new pg.Client({ connectionString: store.url })
    await admin.connect()
    // The sessions of its pool hold a lock too, the one by which they can be ended.
    const ended = await admin.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
      [SERVING_LOCK],
    )
    expect(ended.rowCount).toBe(1)
    await expect.poll(() => closed, { timeout: 30_000 }).toEqual(['broker'])
    await expect.poll(() => one.isServing(), { timeout: 30_000 }).toBe(true)
    await admin.end()
  })

  test('a node with another folder does not stand by: what was handed in would not be there', async () => {
    await open()
    const other = mkdtempSync(path.join(tmpdir(), 'candor-turn-'))
    await expect(open({ dataDir: other })).rejects.toBeInstanceOf(WrongFolder)
    rmSync(other, { recursive: true, force: true })
  })
})
