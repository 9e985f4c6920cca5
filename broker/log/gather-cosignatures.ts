/**
 * Has the companies' checkpoints signed by their witnesses, behind everything that traders wait for.
 *
 * All witnesses of a company are asked about one checkpoint until enough have signed it or nobody is left to ask; then the newest one
 * takes its place. So slow witnesses, too, come to sign the same checkpoint, however fast the log grows.
 *
 * Invariants: of one company a witness is asked one thing at a time; who fails is left alone for a while, longer each time; what is
 * wrong with a witness is told once, until it changes.
 */
import { loggableError } from '../db/loggable-error'
import type { Database, Tx } from '../db/open-database'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { askWitness } from './ask-witness'
import { forgetOlder, keepCosignature, type LogCheckpoint, readNewest, readQuorumSize, readSizes } from './cosignature-store'
import { proveGrowth } from './prove-growth'
import { type LogHealth, TROUBLE_IN_WORDS, type WitnessTrouble } from './witness-health'
import type { NamedWitness, WitnessPolicy } from './witness-policy'

export interface Cosignatures {
  /** There is a new checkpoint. Cheap. */
  grown(tenantId: string): void
  /** Asks everybody who has not signed the newest checkpoint, also those that are left alone; resolves when they have answered. */
  flush(): Promise<void>
  health(): readonly LogHealth[]
  close(): Promise<void>
}

interface GatherParts {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Of companies that are served. */
  policies(): Iterable<readonly [tenantId: string, policy: WitnessPolicy]>
  policyOf(tenantId: string): WitnessPolicy | null
  readonly timeoutMs?: number | undefined
}

interface Member {
  /** Entries of the newest checkpoint that it has signed, as far as we know. */
  size: number
  asking: Promise<void> | null
  askedSize: number
  failures: number
  /** By the monotonic clock. */
  retryAt: number
  trouble: WitnessTrouble | null
}

interface Target extends LogCheckpoint {
  readonly signed: Set<string>
  /** Who knows a newer one already. */
  readonly passedBy: Set<string>
}

interface Company {
  policy: WitnessPolicy
  readonly members: Map<string, Member>
  target: Target | null
  newestSize: number
  /** Entries of the newest checkpoint that enough have signed. */
  coveredSize: number
  uncoveredSince: number | null
  running: Promise<void> | null
  isWanted: boolean
  /** The store could not be asked. */
  isStuck: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

const POLL_MS = 30_000
/** Questions under way at once, of all companies. */
const MAX_ASKING = 32
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Transactions at once: most of the connections are for those who trade. */
const MAX_IN_STORE = 3
/** How often a witness may name another size than we thought, in one go. */
const MAX_CONFLICTS = 3

export function gatherCosignatures(parts: GatherParts): Cosignatures {
  const { database, clock, logger, policyOf, timeoutMs } = parts
  const companies = new Map<string, Company>()
  const slots = makeSlots(MAX_ASKING)
  const storeSlots = makeSlots(MAX_IN_STORE)
  const inStore = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => storeSlots(() => database.system(work))
  const ending = new AbortController()

  function nudge(tenantId: string): void {
    const policy = policyOf(tenantId)
    if (ending.signal.aborted) return
    if (policy === null) {
      forget(tenantId)
      return
    }
    const company = companies.get(tenantId) ?? emptyCompany(policy)
    companies.set(tenantId, company)
    company.isWanted = true
    company.running ??= advance(tenantId, company).finally(() => {
      company.running = null
      // Said between the last look and the end.
      if (company.isWanted) nudge(tenantId)
    })
  }

  /** Names no witnesses any more. */
  function forget(tenantId: string): void {
    clearTimeout(companies.get(tenantId)?.timer)
    companies.delete(tenantId)
  }

  async function advance(tenantId: string, company: Company): Promise<void> {
    try {
      while (company.isWanted && !ending.signal.aborted) {
        company.isWanted = false
        await step(tenantId, company)
      }
      company.isStuck = false
    } catch (error) {
      Object.assign(company, { isWanted: false, isStuck: true })
      if (!ending.signal.aborted)
        logger.error({ err: loggableError(error), tenantId }, 'witnesses could not be asked; they are at the next look')
    }
  }

  async function step(tenantId: string, company: Company): Promise<void> {
    const policy = policyOf(tenantId)
    if (policy === null) return forget(tenantId)
    const newest = await inStore((tx) => readNewest(tx, tenantId))
    if (newest === null) return
    if (company.policy !== policy || company.target === null) await begin(tenantId, company, policy)
    company.newestSize = newest.size
    noteCover(company, newest)
    if (company.target === null || (company.target.size < newest.size && isOver(company, company.target)))
      company.target = { ...newest, signed: new Set(keysAt(company, newest.size)), passedBy: new Set() }
    const { target } = company
    for (const witness of policy.witnesses) {
      const member = memberOf(company, witness.key)
      const isDone = target.signed.has(witness.key) || target.passedBy.has(witness.key)
      if (member.asking !== null || isDone || member.retryAt > clock.monotonic()) continue
      member.askedSize = target.size
      member.asking = slots(() => ask(tenantId, company, target, witness)).finally(() => {
        member.asking = null
        nudge(tenantId)
      })
    }
    wakeLater(tenantId, company, target)
  }

  async function begin(tenantId: string, company: Company, policy: WitnessPolicy): Promise<void> {
    const { sizes, covered } = await inStore(async (tx) => ({
      sizes: await readSizes(tx, tenantId),
      covered: await readQuorumSize(tx, tenantId, policy),
    }))
    for (const { key } of policy.witnesses) {
      const member = memberOf(company, key)
      member.size = sizes.get(key) ?? member.size
    }
    Object.assign(company, { policy, target: null, coveredSize: covered ?? 0 })
  }

  async function ask(tenantId: string, company: Company, target: Target, witness: NamedWitness): Promise<void> {
    if (ending.signal.aborted) return
    const member = memberOf(company, witness.key)
    try {
      const trouble = await askUntilAgreed(tenantId, company, target, witness)
      if (ending.signal.aborted) return
      if (trouble === null) recovered(tenantId, witness, member)
      else failed(tenantId, witness, member, trouble)
    } catch (error) {
      pause(member)
      if (!ending.signal.aborted)
        logger.error({ err: loggableError(error), tenantId, witness: witness.name }, 'what a witness signed was not kept')
    }
  }

  /** Null when it has signed, or has signed a newer one meanwhile. */
  async function askUntilAgreed(tenantId: string, company: Company, target: Target, witness: NamedWitness): Promise<WitnessTrouble | null> {
    const member = memberOf(company, witness.key)
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const oldSize = Math.min(member.size, target.size)
      const proof = await inStore((tx) => proveGrowth(tx, tenantId, oldSize, target.size))
      const options = { nowMs: () => clock.now(), signal: ending.signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
      const answer = await askWitness(witness, { oldSize, proof, note: target.note }, options)
      if (answer.kind === 'problem') return answer.problem
      if (answer.kind === 'signed') {
        await keep(tenantId, company, target, witness, answer)
        return null
      }
      if (answer.size > target.size) {
        const newest = await inStore((tx) => readNewest(tx, tenantId))
        if (newest === null || newest.size < answer.size) return 'knows_more'
        target.passedBy.add(witness.key)
        member.size = answer.size
        return null
      }
      member.size = answer.size
    }
    return 'busy'
  }

  async function keep(
    tenantId: string,
    company: Company,
    target: Target,
    { key }: NamedWitness,
    { line, timeSeconds }: { readonly line: string; readonly timeSeconds: number },
  ): Promise<void> {
    const { size, note } = target
    const covered = await inStore(async (tx) => {
      await keepCosignature(tx, tenantId, key, { size, note, line, timeSeconds })
      await forgetOlder(tx, tenantId, company.policy)
      return readQuorumSize(tx, tenantId, company.policy)
    })
    target.signed.add(key)
    const member = memberOf(company, key)
    member.size = Math.max(member.size, size)
    company.coveredSize = covered ?? 0
  }

  function recovered(tenantId: string, { name }: NamedWitness, member: Member): void {
    if (member.trouble !== null) logger.info({ tenantId, witness: name }, 'a witness signs again')
    Object.assign(member, { failures: 0, retryAt: 0, trouble: null })
  }

  function failed(tenantId: string, { name }: NamedWitness, member: Member, trouble: WitnessTrouble): void {
    pause(member)
    if (member.trouble === trouble) return
    member.trouble = trouble
    const tell = trouble === 'other_tree' || trouble === 'knows_more' ? logger.error : logger.warn
    tell({ tenantId, witness: name, trouble }, `a witness of the log has not signed: it ${TROUBLE_IN_WORDS[trouble]}`)
  }

  function pause(member: Member): void {
    member.retryAt = clock.monotonic() + Math.min(FIRST_PAUSE_MS * 2 ** member.failures, LONGEST_PAUSE_MS)
    member.failures += 1
  }

  /** For those that are left alone and have not signed yet. */
  function wakeLater(tenantId: string, company: Company, target: Target): void {
    clearTimeout(company.timer)
    const waits = company.policy.witnesses.flatMap(({ key }) => {
      const { asking, retryAt } = memberOf(company, key)
      return asking !== null || target.signed.has(key) || target.passedBy.has(key) ? [] : [retryAt - clock.monotonic()]
    })
    if (waits.length > 0) company.timer = setTimeout(() => nudge(tenantId), Math.max(FIRST_PAUSE_MS, Math.min(...waits))).unref()
  }

  /** Whose file has changed, and what could not be done the last time; all else is told by the log, or waits for its time. */
  function look(): void {
    for (const [tenantId, { policy, isStuck }] of companies) if (isStuck || policyOf(tenantId) !== policy) nudge(tenantId)
    for (const [tenantId] of parts.policies()) if (!companies.has(tenantId)) nudge(tenantId)
  }

  const timer = setInterval(look, POLL_MS).unref()
  look()
  const all = () =>
    [...companies.values()].flatMap(({ running, members }) => [running, ...[...members.values()].map(({ asking }) => asking)])
  return {
    grown: nudge,
    async flush() {
      for (const [tenantId, { members }] of companies) {
        for (const member of members.values()) member.retryAt = 0
        nudge(tenantId)
      }
      look()
      for (let waited = all(); waited.some((one) => one !== null); waited = all()) await Promise.all(waited)
    },
    health: () => [...companies].map(([tenantId, company]) => healthOf(tenantId, company, clock.now())),
    async close() {
      ending.abort()
      clearInterval(timer)
      for (const company of companies.values()) clearTimeout(company.timer)
      await Promise.all(all())
    },
  }
}

function emptyCompany(policy: WitnessPolicy): Company {
  const nothing = { target: null, newestSize: 0, coveredSize: 0, uncoveredSince: null }
  return { policy, members: new Map(), ...nothing, running: null, isWanted: false, isStuck: false, timer: undefined }
}

function memberOf({ members }: Company, key: string): Member {
  const known = members.get(key)
  if (known !== undefined) return known
  const member: Member = { size: 0, asking: null, askedSize: 0, failures: 0, retryAt: 0, trouble: null }
  members.set(key, member)
  return member
}

function keysAt({ members }: Company, size: number): string[] {
  return [...members].filter(([, member]) => member.size === size).map(([key]) => key)
}

/** Enough have signed it, or nobody is being asked about it any more. */
function isOver({ policy, members }: Company, { size, signed }: Target): boolean {
  const isAsked = [...members.values()].some(({ asking, askedSize }) => asking !== null && askedSize === size)
  return policy.witnesses.filter(({ key }) => signed.has(key)).length >= policy.needed || !isAsked
}

function noteCover(company: Company, { size, signedAt }: LogCheckpoint): void {
  if (company.coveredSize >= size) company.uncoveredSince = null
  else company.uncoveredSince ??= signedAt
}

function healthOf(tenantId: string, company: Company, now: number): LogHealth {
  const { policy, newestSize, coveredSize, uncoveredSince } = company
  return {
    tenantId,
    needed: policy.needed,
    witnesses: policy.witnesses.map(({ name, key }) => {
      const { size, trouble } = memberOf(company, key)
      return { name, isBehind: size < newestSize, trouble }
    }),
    quorumAgeMs: coveredSize >= newestSize ? 0 : Math.max(0, now - (uncoveredSince ?? now)),
  }
}

/** Runs as many at once as there are slots; the others wait in their order. */
function makeSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
