/** Asks the servers that the settings name: mail, Redis, NATS, and PostgreSQL with its rows. Nothing is sent and nothing written. */
import path from 'node:path'
import { Redis } from 'ioredis'
import type { Env } from '../../app/process/env.server'
import { natsProblem } from '../../broker/bus/nats-line'
import { canSendMail } from '../../broker/delivery/smtp-carrier'
import { FilesUnavailable } from '../../broker/files/file-store'
import { s3SettingsOf } from '../../broker/files/open-files'
import { s3FileStore } from '../../broker/files/s3-store'
import { silent } from '../../broker/ground/logger'
import { ROOT_FOLDER as root } from '../../broker/ground/root-folder'
import type { Finding } from '../../broker/readiness/finding'
import { judgeDatabase, judgeOperators } from '../../broker/readiness/judge-database'
import { lookAtDatabase } from '../../broker/readiness/look-at-database'
import { borrowBuiltInStore } from '../../broker/store/built-in-store'
import { hasCluster } from '../../broker/store/cluster'

const WITHIN_MS = 5_000
export async function lookAtServers(env: Env, tenantIds: readonly string[]): Promise<Finding[]> {
  const found = [lookAtMail(env), lookAtRedis(env), lookAtNats(env), lookAtFiles(env), lookAtStore(env, tenantIds)]
  return (await Promise.all(found)).flat()
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

async function lookAtRedis({ REDIS_URL: url, DATABASE_URL: databaseUrl }: Env): Promise<Finding[]> {
  const where = databaseUrl === undefined ? 'in the process' : 'in the database, for all nodes'
  if (url === undefined) return [{ area: 'budgets', state: 'good', what: `limits are counted ${where}` }]
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: WITHIN_MS, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
    return [{ area: 'budgets', state: 'good', what: 'limits are counted in Redis' }]
  } catch (error) {
    const what = `Redis does not answer, so each process counts limits for itself: ${(error as Error).message}`
    return [{ area: 'budgets', state: 'lacks', what, mend: 'REDIS_URL=redis://host:6379, or leave it out: the database counts them' }]
  } finally {
    redis.disconnect()
  }
}

async function lookAtFiles(env: Env): Promise<Finding[]> {
  // With the broker elsewhere its pictures are there too, and the folder is judged with the other private ones.
  const settings = env.BROKER_ORIGIN === undefined ? s3SettingsOf(env) : null
  if (settings === null) return []
  const { host } = new URL(settings.url)
  try {
    const store = await s3FileStore(settings)
    await store.check().finally(() => store.close())
    return [
      { area: 'pictures', state: 'good', what: `${host} lets us look into the bucket` },
      {
        area: 'pictures',
        state: 'unseen',
        what: `${host}: whether FILES_KEY may write and delete, and whether deleted pictures are really gone`,
        mend: 'allow GetObject, PutObject, DeleteObject and ListBucket on this bucket alone; no versions, no lock',
      },
    ]
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    const mend = 'FILES_URL=https://s3.example/bucket, FILES_KEY, FILES_SECRET and FILES_REGION of its operator'
    return [{ area: 'pictures', state: 'lacks', what: error.message, mend }]
  }
}

async function lookAtNats({ NATS_URL: url }: Env): Promise<Finding[]> {
  if (url === undefined) return [{ area: 'nodes', state: 'good', what: 'there is one node, or the others stand by: nothing crosses' }]
  const problem = await natsProblem(url)
  if (problem === null) return [{ area: 'nodes', state: 'good', what: 'NATS answers and lets us in' }]
  const what = `what happens on one node is seen on the others late: NATS cannot be used: ${problem}`
  return [{ area: 'nodes', state: 'lacks', what, mend: 'NATS_URL=nats://user:password@host:4222, or leave it out with one node' }]
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
