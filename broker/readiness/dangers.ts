/**
 * What keeps a server from starting with real money: everything about its files and its database that is a danger.
 *
 * On an address of this machine alone (a rehearsal) it is said and the server starts.
 */
import type { Logger } from '../ground/logger'
import type { Finding } from './finding'
import { judgeDatabase, judgeOperators } from './judge-database'
import { lookAtDatabase } from './look-at-database'
import { judgeFiles, type PrivatePlaces } from './private-files'

interface StartPlaces extends PrivatePlaces {
  readonly databaseUrl: string
  /** The store is the one in the data folder. */
  readonly isBuiltIn: boolean
  readonly isRehearsal: boolean
}

/** @throws with a line for each danger. */
export async function refuseDangers(
  { databaseUrl, isBuiltIn, isRehearsal, ...places }: StartPlaces,
  now: () => number,
  logger: Logger,
): Promise<void> {
  const facts = await lookAtDatabase(databaseUrl, isBuiltIn, now)
  const found = [...judgeFiles(places), ...judgeDatabase(facts, now()), ...judgeOperators(facts.operators ?? [], [])]
  const dangers = found.filter(({ state }) => state === 'danger')
  if (dangers.length === 0) return
  if (!isRehearsal) throw new Error(['MODE=real is refused:', ...dangers.map(inOneLine), 'npm run doctor shows all of it'].join('\n    '))
  for (const danger of dangers) logger.warn({ mend: danger.mend }, `MODE=real would be refused on a public address: ${danger.what}`)
}

const inOneLine = ({ what, mend }: Finding): string => `${what}. ${mend}`
