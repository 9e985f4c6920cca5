import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOnServer, testServerUrl } from '../../tests/fixtures/test-database'
import { silent as logger } from '../ground/logger'
import { openDatabase, queryText } from './open-database'
import { HELD_MS, NotServing, openServingLock, type ServingLock } from './serving-lock'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }

describe('the lock of the node that serves', { timeout: 60_000 }, () => {
  let store: Awaited<ReturnType<typeof createOnServer>>
  const opened: ServingLock[] = []
  const open = async (): Promise<ServingLock> => {
    const lock = await openServingLock({ url: store.url, clock })
    opened.push(lock)
    return lock
  }
  const connect = (lock: ServingLock) => openDatabase({ databaseUrl: store.url, poolSize: 2, migrates: false, holder: lock.holder, logger })
  /** Ends a session from outside, as an administrator would. */
  const terminate = async (pid: number) => {
    const admin = new pg.Client({ connectionString: store.url })
    await admin.connect()
    await admin.query('select pg_terminate_backend($1)', [pid])
    await admin.end()
  }
  beforeEach(async () => {
    store = await createOnServer(testServerUrl())
  })
  afterEach(async () => {
    for (const lock of opened.splice(0)) lock.release()
    await store.drop()
  })

  test('one of two has it, and the other has it when the first is gone', async () => {
    const [one, two] = [await open(), await open()]
    expect([await one.tryTake(), await two.tryTake()]).toEqual([true, false])
    expect([one.isHeld(), two.isHeld()]).toEqual([true, false])
    one.release()
    expect(one.isHeld()).toBe(false)
    await expect.poll(() => two.tryTake()).toBe(true)
  })

  test('a holder that loses its session is told, and takes itself for the holder no longer', async () => {
    const lock = await open()
    await lock.tryTake()
    await terminate(lock.holder.pid)
    await expect(lock.lost).resolves.toMatch(/terminat/)
    expect(lock.isHeld()).toBe(false)
    await expect(lock.ask('select 1')).rejects.toBeInstanceOf(NotServing)
  })

  test('at the cut whoever has a connection and whoever waits for one end at once: nobody is left to wait for', async () => {
    const lock = await open()
    await lock.tryTake()
    await lock.fence()
    const database = await connect(lock)
    const ended = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => error,
      )
    const asleep = () => ended(database.system((tx) => queryText(tx, 'select pg_sleep(8)', [])))
    // Two have the connections there are, two wait.
    const all = [asleep(), asleep(), asleep(), asleep()]
    await expect.poll(() => database.load().transactions).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = performance.now()
    database.cut?.()
    const [, , ...waited] = await Promise.all(all)
    for (const error of waited) expect(error).toBeInstanceOf(NotServing)
    expect(await all[0]).toBeInstanceOf(Error)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await expect(database.system((tx) => queryText(tx, 'select 1', []))).rejects.toBeInstanceOf(NotServing)
    await database.close()
  })

  test('an answer of the server stands for the lock for a time only, whatever else is known', async () => {
    let later = 0
    const lock = await openServingLock({ url: store.url, clock: { now: Date.now, monotonic: () => performance.now() + later } })
    opened.push(lock)
    await lock.tryTake()
    expect(lock.isHeld()).toBe(true)
    later = HELD_MS
    expect(lock.isHeld()).toBe(false)
  })

  test('a session that is silent is ended by the server: the process may stand still for ever', async () => {
    const lock = await open()
    await lock.tryTake()
    await lock.serve()
    expect(await lock.ask('show idle_session_timeout')).toEqual([{ idle_session_timeout: '2s' }])
    // As the next node sees one that stands still: nobody asks, nothing is said.
    const silent = new pg.Client({ connectionString: store.url, options: '-c idle_session_timeout=100' })
    const ended = new Promise((resolve) => silent.on('error', resolve))
    await silent.connect()
    await expect(ended).resolves.toMatchObject({ code: '57P05' })
  })

  test('what the node before had begun is ended before the next one reads anything', async () => {
    const [before, next] = [await open(), await open()]
    await before.tryTake()
    const old = await connect(before)
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isBegun = () => {}
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve
    })
    // A transaction that has written, and whose process stands still before the commit.
    const writing = old.system(async (tx) => {
      await queryText(tx, "insert into data_folder (id) values ('of a paused node')", [])
      isBegun()
      await paused
    })
    writing.catch(() => {})
    await begun
    before.release()
    await expect.poll(() => next.tryTake()).toBe(true)
    await next.fence()
    goOn()
    await expect(writing).rejects.toThrow()
    const present = await connect(next)
    expect(await present.system((tx) => queryText(tx, 'select id from data_folder', []))).toEqual([])
    await Promise.all([old.close(), present.close()])
  })

  test('a node that wakes up late gets no connection any more', async () => {
    const [before, next] = [await open(), await open()]
    await before.tryTake()
    const old = await connect(before)
    await old.ping()
    before.release()
    await expect.poll(() => next.tryTake()).toBe(true)
    await next.fence()
    const write = () => old.system((tx) => queryText(tx, "insert into data_folder (id) values ('late')", []))
    // The first tries find connections that were ended, then new ones are refused.
    await expect.poll(() => write().catch((error: Error & { cause?: unknown }) => error.cause ?? error)).toBeInstanceOf(NotServing)
    const present = await connect(next)
    expect(await present.system((tx) => queryText(tx, 'select id from data_folder', []))).toEqual([])
    await Promise.all([old.close(), present.close()])
  })
})
