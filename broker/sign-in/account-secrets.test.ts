/** What whoever copies the store would find: nothing that opens an account. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { application, hostOf, NO_LIMITS, readCaptcha, sendCode } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { queryRows, type Tx } from '../db/open-database'
import { TENANT_TABLES } from '../db/tenant-tables'

let world: World
beforeAll(async () => {
  world = await createWorld({ broker: { rateLimits: NO_LIMITS } })
})
afterAll(() => world.close())

async function everyRow(tenantId: string): Promise<string> {
  const read = (table: string) => async (tx: Tx) => {
    const rows = await queryRows<{ line: string }>(tx, sql`select row_to_json(t)::text as line from ${sql.identifier(table)} t`)
    return rows.map(({ line }) => `${table}: ${line}`).join('\n')
  }
  const { database } = world.broker
  const texts: string[] = []
  for (const table of TENANT_TABLES) {
    // The keys that sign, and the chain, are read by the system only.
    texts.push(await database.withTenant(tenantId, read(table)).catch(() => database.system(read(table))))
  }
  return texts.join('\n')
}

/** As a word of its own: six digits may stand by chance inside a hash. */
const standsIn = (text: string, secret: string) => new RegExp(`(?<![\\w-])${secret.replace(/[^\w ]/g, '\\$&')}(?![\\w-])`).test(text)

test('no code, password, token or answer of a picture stands plain in any table', async () => {
  const host = hostOf('meridian')
  const account = 'secretive@example.com'
  const waiting = await sendCode(world, 'waiting@example.com', '1', 'meridian')
  const unanswered = await readCaptcha(world)
  const picture = await readCaptcha(world)
  const opened = await world.client.call(ENDPOINTS.register, application({ account, ...picture }), { host, key: 'register-once' })
  expect(opened.outcome).toBe('ok')
  const reset = await sendCode(world, account, '2', 'meridian')
  const changed = 'a heron on the jetty 12'
  const input = { new_password: changed, secondary_password: changed, auth_code: reset, old_password: TEST_PASSWORD }
  expect((await world.client.call(ENDPOINTS.changePassword, input, { host, token: opened.data.token, key: 'change-once' })).outcome).toBe(
    'ok',
  )

  const stored = await everyRow('meridian')
  expect(stored).toContain(account)
  const secrets = [
    waiting,
    unanswered.key,
    unanswered.sms_code,
    picture.key,
    picture.sms_code,
    opened.data.token,
    reset,
    changed,
    TEST_PASSWORD,
  ]
  expect(secrets.filter((secret) => secret === '' || standsIn(stored, secret))).toEqual([])
  // Nor anything that would tell which strangers asked for a code.
  expect(stored).not.toContain('waiting@example.com')
})
