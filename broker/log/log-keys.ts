/**
 * The keys that sign the checkpoints of the companies' logs, and the names of the logs. A company has both from the moment it is first
 * served, and an empty log with a signed checkpoint.
 *
 * Invariants: a log's name never changes, whatever host its company moves to; a private key leaves memory only sealed under the master
 * key; keys are only added. Where the newest cannot be opened the receipts' key has been replaced for a lost master key, and the log gets
 * a new one as well: what the old one signed can still be checked.
 */
import { sign } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { checkpointText } from '../../rules/log/checkpoint'
import { EMPTY_ROOT } from '../../rules/log/merkle'
import { keyIdOf, type NoteKey, SIGNATURE_KIND, signNote, writeNoteKey } from '../../rules/log/note'
import { insertMany } from '../db/insert-many'
import type { Database, Tx } from '../db/open-database'
import { companyLog, logKey } from '../db/schema'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { makeSigningKey, type SigningKey, seedOf, signingKeyOf } from '../receipts/signing-key'
import { seal, unseal } from '../secrets/seal'

/** Whose log it is, and what it is called. */
export type LogOwner = Pick<Tenant, 'id' | 'siteHosts'>

interface LogSigner {
  readonly origin: string
  /** The checkpoint's text as a note. */
  sign(text: string): string
}

/** What `/.well-known/broker.json` says of a log. */
export interface PublishedLogs {
  /** Undefined for a company that is not served. The key that signs now first. */
  published(tenantId: string): { readonly origin: string; readonly keys: readonly string[] } | undefined
}

interface LogKeys extends PublishedLogs {
  /** Opens the keys of further companies, and begins the logs that are missing. */
  join(owners: readonly LogOwner[]): Promise<void>
  signer(tenantId: string): LogSigner | undefined
}

type KeyRow = typeof logKey.$inferSelect

interface OpenedLog extends LogSigner {
  readonly keys: readonly string[]
}

/** Any number, the same on every node: of two that boot together one begins the logs, the other finds them. */
const LOGS_LOCK = 7_236_118

export async function openLogKeys(
  { database, masterKey, clock, logger }: { database: Database; masterKey: Uint8Array; clock: Clock; logger: Logger },
  owners: readonly LogOwner[],
): Promise<LogKeys> {
  const logs = new Map<string, OpenedLog>()
  const join: LogKeys['join'] = async (joining) => {
    const fresh = joining.filter(({ id }) => !logs.has(id))
    if (fresh.length === 0) return
    const opened = await database.system(async (tx) => {
      const { rows, origins } = await lockLogs(tx)
      const begun = fresh.map((owner) => openOne(owner, rows.get(owner.id) ?? [], origins.get(owner.id), { masterKey, now: clock.now() }))
      await insertMany(
        tx,
        logKey,
        begun.flatMap(({ addedKey }) => addedKey ?? []),
      )
      const added = begun.filter(({ tenantId }) => !origins.has(tenantId))
      await insertMany(
        tx,
        companyLog,
        added.map((one) => emptyLog(one.tenantId, one.log, clock.now())),
      )
      return begun
    })
    for (const { tenantId, log, addedKey } of opened) {
      logs.set(tenantId, log)
      if (addedKey !== null && log.keys.length > 1)
        logger.warn({ tenantId }, 'the key of a log could not be opened: its checkpoints are signed by a new one')
    }
  }
  await join(owners)
  return {
    join,
    signer: (tenantId) => logs.get(tenantId),
    published: (tenantId) => logs.get(tenantId),
  }
}

interface Begun {
  readonly tenantId: string
  readonly log: OpenedLog
  readonly addedKey: KeyRow | null
}

/** @param rows of the company's keys, oldest first */
function openOne(
  { id: tenantId, siteHosts }: LogOwner,
  rows: readonly KeyRow[],
  known: string | undefined,
  { masterKey, now }: { masterKey: Uint8Array; now: number },
): Begun {
  const origin = known ?? `${siteHosts[0] ?? tenantId}/log/${tenantId}`
  const newest = rows.at(-1)
  const seed = newest === undefined ? null : unseal(masterKey, placeOf(newest), newest.sealedPrivateKey)
  const key = seed === null ? makeSigningKey() : signingKeyOf(seed)
  const noteKey = noteKeyOf(origin, key)
  const row: KeyRow = { tenantId, keyId: keyIdOf(noteKey), noteKey: writeNoteKey(noteKey), sealedPrivateKey: '', createdAt: now }
  if (newest !== undefined && seed !== null && newest.noteKey !== row.noteKey)
    throw new Error(`the log key ${newest.keyId} of ${tenantId} was changed in the store`)
  // The newest is known by its time: it must be later than all others, whatever the clock says.
  const createdAt = Math.max(now, ...rows.map((one) => one.createdAt + 1))
  const addedKey = seed === null ? { ...row, createdAt, sealedPrivateKey: seal(masterKey, placeOf(row), seedOf(key)) } : null
  const keys = [...rows.map((one) => one.noteKey), ...(addedKey === null ? [] : [row.noteKey])].reverse()
  const log = { origin, keys, sign: (text: string) => signNote(text, noteKey, (message) => sign(null, message, key.privateKey)) }
  return { tenantId, log, addedKey }
}

function noteKeyOf(name: string, { publicKey }: SigningKey): NoteKey {
  return { name, kind: SIGNATURE_KIND.note, publicKey: Buffer.from(publicKey, 'base64url') }
}

function placeOf({ tenantId, keyId }: Pick<KeyRow, 'tenantId' | 'keyId'>): string {
  return `log-key/${tenantId}/${keyId}`
}

function emptyLog(tenantId: string, { origin, sign: signed }: LogSigner, now: number): typeof companyLog.$inferInsert {
  const checkpoint = signed(checkpointText({ origin, size: 0, root: EMPTY_ROOT }))
  return { tenantId, origin, size: 0, linkSeq: 0, checkpoint, signedAt: now }
}

/** All keys, oldest first, and the names of all logs, while nobody else begins one. */
async function lockLogs(tx: Tx): Promise<{ rows: Map<string, KeyRow[]>; origins: Map<string, string> }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOGS_LOCK})`)
  const rows = new Map<string, KeyRow[]>()
  for (const row of await tx.select().from(logKey).orderBy(asc(logKey.createdAt), asc(logKey.keyId)))
    rows.set(row.tenantId, [...(rows.get(row.tenantId) ?? []), row])
  const logs = await tx.select({ tenantId: companyLog.tenantId, origin: companyLog.origin }).from(companyLog)
  return { rows, origins: new Map(logs.map(({ tenantId, origin }) => [tenantId, origin])) }
}
