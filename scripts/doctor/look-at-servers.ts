/** Asks the servers that the settings name: mail, Redis, and PostgreSQL with its rows. Nothing is sent and nothing written. */
import path from 'node:path'
import { Redis } from 'ioredis'
import type { Env } from '../../app/process/env.server'
import { canSendMail } from '../../broker/delivery/smtp-carrier'
import { ROOT_FOLDER as root } from '../../broker/ground/root-folder'
import type { Finding } from '../../broker/readiness/finding'
import { judgeDatabase, judgeOperators } from '../../broker/readiness/judge-database'
import { lookAtDatabase } from '../../broker/readiness/look-at-database'
import { borrowBuiltInStore } from '../../broker/store/built-in-store'
import { hasCluster } from '../../broker/store/cluster'

const WITHIN_MS = 5_000
export async function lookAtServers(env: Env, tenantIds: readonly string[]): Promise<Finding[]> {
  return (await Promise.all([lookAtMail(env), lookAtRedis(env), lookAtStore(env, tenantIds)])).flat()
}

async function lookAtMail({ SMTP_URL: url, MAIL_FROM: from }: Env): Promise<Finding[]> {
  // That there is none is said with the settings.
  if (url === undefined) return []
  const { host } = new URL(url)
  const problem = await canSendMail(url)
  const mend = 'SMTP_URL=smtp://user:password@mail.example:587, and what its operator says'
  if (problem !== null) return [{ area: 'mail', state: 'lacks', what: `${host} does not take mail: ${problem}`, mend }]
  const sender = from === undefined ? "each company's own address is the sender" : `${from} is the sender`
  const records = 'SPF, DKIM and DMARC records of the domain that sends'
  return [
    { area: 'mail', state: 'good', what: `${host} answers and lets us in` },
    { area: 'mail', state: 'unseen', what: `${sender}: whether others believe it`, mend: records },
  ]
}

async function lookAtRedis({ REDIS_URL: url }: Env): Promise<Finding[]> {
  if (url === undefined) return [{ area: 'budgets', state: 'good', what: 'limits are counted in the process' }]
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: WITHIN_MS, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
    return [{ area: 'budgets', state: 'good', what: 'limits are counted in Redis' }]
  } catch (error) {
    const what = `Redis does not answer, so each process counts limits for itself: ${(error as Error).message}`
    return [{ area: 'budgets', state: 'lacks', what, mend: 'REDIS_URL=redis://host:6379, or leave it out with one node' }]
  } finally {
    redis.disconnect()
  }
}

async function lookAtStore(env: Env, tenantIds: readonly string[]): Promise<Finding[]> {
  const { DATABASE_URL: url, BROKER_ORIGIN: origin } = env
  if (origin !== undefined)
    return [{ area: 'database', state: 'unseen', what: `the books are kept by ${origin}`, mend: 'run the doctor there' }]
  if (url === undefined) return lookAtBuiltIn(path.resolve(root, env.DATA_DIR), tenantIds)
  try {
    const facts = await lookAtDatabase(url, false, Date.now)
    return [...judgeDatabase(facts, Date.now()), ...judgeOperators(facts.operators, tenantIds)]
  } catch (error) {
    const mend = 'DATABASE_URL=postgresql://user:password@host:5432/candor'
    return [{ area: 'database', state: 'danger', what: `PostgreSQL does not answer: ${(error as Error).message}`, mend }]
  }
}

/** Beside its server, or without one: then it runs for as long as it is looked at. */
async function lookAtBuiltIn(dataDir: string, tenantIds: readonly string[]): Promise<Finding[]> {
  if (!hasCluster(dataDir)) {
    const what = `${dataDir} holds no store yet: the first start makes the built-in one`
    return [{ area: 'database', state: 'unseen', what, mend: 'start the server once, or set DATABASE_URL' }]
  }
  try {
    const store = await borrowBuiltInStore({ dataDir, logger: silent })
    const facts = await lookAtDatabase(store.url, true, Date.now).finally(() => store.close())
    return [...judgeDatabase(facts, Date.now()), ...judgeOperators(facts.operators, tenantIds)]
  } catch (error) {
    return [{ area: 'database', state: 'danger', what: (error as Error).message, mend: 'npm start says why the store cannot be opened' }]
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
