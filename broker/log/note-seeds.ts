/**
 * Commits to each day of a simulated market before it begins, and reveals its seed when it is over (rules/simulated).
 *
 * Invariants: a day and the next are committed to at every moment at which a company is served; where a day had begun by then the fact
 * says so. What was committed first is what is revealed, and never before the day has ended. A seed that this program can no longer make
 * stays unrevealed, and is complained of once.
 */
import { sql } from 'drizzle-orm'
import { DAY_MS } from '../../rules/durations'
import { type SeedCommitted, type SeedFact, seedHash } from '../../rules/simulated/seed-facts'
import { utcDay } from '../../rules/utc-day'
import { type Database, queryRows, type Tx, textArray } from '../db/open-database'
import type { Logger } from '../ground/logger'
import type { SeededMarket } from '../market/feed'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { type CompanyFact, noteFacts } from './note-fact'

interface SeedParts {
  readonly database: Database
  readonly markets: () => readonly SeededMarket[]
  readonly companies: () => readonly { readonly id: string }[]
  readonly logger: Logger
}

/** Of one company, as far back as anything of it can still be due: a day that was committed is over when the one behind the next begins. */
const FACTS_OF_A_MARKET = 16
const COMPANIES_AT_ONCE = 500

/** Gives what notes all that is due at a moment; true where something was noted. Where nothing has changed nothing is asked of the store. */
export function openSeedFacts({ database, markets, companies, logger }: SeedParts): (now: number) => Promise<boolean> {
  const done = new Map<string, string>()
  const lost = new Set<string>()

  return async (now) => {
    const seeded = markets()
    if (seeded.length === 0) return false
    const today = now - (now % DAY_MS)
    const state = JSON.stringify([today, seeded.map(({ market, instruments }) => [market, Object.keys(instruments)])])
    const asked = companies().flatMap(({ id }) => (done.get(id) === state ? [] : [id]))
    let isNoted = false
    for (let from = 0; from < asked.length; from += COMPANIES_AT_ONCE) {
      const some = asked.slice(from, from + COMPANIES_AT_ONCE)
      const due = await database.system(async (tx) => {
        const known = await newestFacts(tx, some, seeded.length * FACTS_OF_A_MARKET)
        const found = some.map((company) => dueOf({ company, known: known.get(company) ?? [], seeded, now, today }))
        await noteFacts(
          tx,
          found.flatMap(({ facts }) => facts.map((fact) => factRow(fact, now))),
        )
        return found
      })
      isNoted ||= due.some(({ facts }) => facts.length > 0)
      for (const company of some) done.set(company, state)
      for (const place of due.flatMap((one) => one.lost)) {
        if (lost.has(place)) continue
        lost.add(place)
        logger.error({ place }, 'the seed of a simulated day that was committed is not the one of now: it cannot be revealed')
      }
    }
    return isNoted
  }
}

/** By company, the oldest first. */
async function newestFacts(tx: Tx, companies: readonly string[], atMost: number): Promise<Map<string, SeedFact[]>> {
  const rows = await queryRows<{ company: string; document: string }>(
    tx,
    sql`select wanted.company, newest.document from unnest(${textArray(companies)}) as wanted(company)
        cross join lateral (
          select f.id, f.document from log_fact f
          where f.tenant_id = wanted.company and f.kind = 'seed' and f.document is not null
          order by f.id desc limit ${sql.raw(String(atMost))}
        ) newest order by newest.id`,
  )
  const facts = new Map<string, SeedFact[]>()
  for (const { company, document } of rows) facts.set(company, [...(facts.get(company) ?? []), JSON.parse(document) as SeedFact])
  return facts
}

interface Known {
  readonly company: string
  readonly known: readonly SeedFact[]
  readonly seeded: readonly SeededMarket[]
  readonly now: number
  /** Unix milliseconds of the day's beginning. */
  readonly today: number
}

/** What has to be said now, and the days that cannot be revealed. */
function dueOf({ company, known, seeded, now, today }: Known): { readonly facts: readonly SeedFact[]; readonly lost: readonly string[] } {
  const committed = known.filter((fact) => fact.state === 'committed')
  const revealed = new Set(known.flatMap((fact) => (fact.state === 'revealed' ? [placeOf(fact)] : [])))
  const facts: SeedFact[] = []
  const lost: string[] = []
  for (const { market, instruments, seedOf } of seeded) {
    for (const from of [today, today + DAY_MS]) {
      const place = { company, market, day: utcDay(from) }
      const hash = seedHash(seedOf(from))
      const isSaid = (fact: SeedCommitted) => fact.hash === hash && Object.keys(instruments).every((code) => code in fact.instruments)
      if (committed.some((fact) => placeOf(fact) === placeOf(place) && isSaid(fact))) continue
      facts.push({ kind: 'seed', state: 'committed', ...place, hash, is_late: now >= from, instruments })
    }
    const isOver = ({ day }: SeedFact) => Date.parse(`${day}T00:00:00Z`) < today
    for (const fact of committed.filter((one) => one.market === market && isOver(one))) {
      if (revealed.has(placeOf(fact))) continue
      revealed.add(placeOf(fact))
      const document = seedOf(Date.parse(`${fact.day}T00:00:00Z`))
      if (seedHash(document) === fact.hash) facts.push({ kind: 'seed', state: 'revealed', company, market, day: fact.day, document })
      else lost.push(placeOf(fact))
    }
  }
  return { facts, lost }
}

const placeOf = ({ company, market, day }: Pick<SeedFact, 'company' | 'market' | 'day'>) => `${company} ${market} ${day}`

function factRow(fact: SeedFact, at: number): CompanyFact {
  const document = canonicalText(fact)
  return { company: fact.company, kind: 'seed', hash: Buffer.from(sha256Hex(document), 'hex'), document, at }
}
