/**
 * `npm run receipt-key -- rotate <tenant> | --all`: gives a broker a new key to sign receipts with. It signs from the next start on;
 * the old keys stay published, so every receipt can be checked as before.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadTenants } from '../app/brand-files/load-tenants.server'
import { readEnv } from '../app/process/env.server'
import { judgeBrand } from '../broker/brands/judge-brand'
import { rotateReceiptKey } from '../broker/receipts/receipt-keys'
import { demoMasterKey } from '../broker/secrets/master-key'
import { borrowDatabase } from '../broker/store/borrow-store'
import { endWith } from './command'

const USAGE = 'usage: npm run receipt-key -- rotate <tenant> | --all'
const silent = { debug() {}, info() {}, warn: console.warn, error: console.error }

async function rotate(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { all: { type: 'boolean', default: false } }, allowPositionals: true })
  const [command, wanted] = positionals
  if (command !== 'rotate' || (wanted === undefined) !== values.all) throw new Error(USAGE)
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { env } = read
  const { tenants } = loadTenants({
    tenantsDir: env.TENANTS_DIR,
    themesDir: env.THEMES_DIR,
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
    judge: judgeBrand,
  })
  const chosen = tenants.filter(({ id }) => values.all || id === wanted)
  if (chosen.length === 0) throw new Error(`no brand ${wanted}: there are ${tenants.map(({ id }) => id).join(', ')}`)
  const dataDir = path.resolve(env.DATA_DIR)
  const masterKey = env.MASTER_KEY ?? demoMasterKey(dataDir)
  const database = await borrowDatabase({ dataDir, databaseUrl: env.DATABASE_URL, logger: silent })
  try {
    const clock = { now: () => Date.now(), monotonic: () => performance.now() }
    for (const { id } of chosen) {
      const { keyId, publicKey } = await rotateReceiptKey(database, id, masterKey, clock)
      console.log(`${id}\t${keyId}\t${publicKey}`)
    }
    return 0
  } finally {
    await database.close()
  }
}

endWith(rotate(), { code: 1, known: [Error] })
