import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { testServerUrl } from '../../tests/fixtures/test-database'
import { silent } from '../ground/logger'
import { refuseDangers } from './dangers'
import { type DatabaseFacts, judgeDatabase, judgeOperators, type OperatorFacts } from './judge-database'
import { lookAtDatabase } from './look-at-database'
import { judgeFiles } from './private-files'

const NOW = Date.UTC(2026, 10, 24)
const SOUND: DatabaseFacts = {
  isBuiltIn: false,
  version: 150_020,
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', archive_mode: 'on', max_connections: '100' },
  isThisMachine: false,
  isEncrypted: true,
  isSuperuser: false,
  clockAheadMs: 3,
  standbys: 1,
  archivedAt: null,
  operators: [],
}
const bad = (facts: Partial<DatabaseFacts>) =>
  judgeDatabase({ ...SOUND, ...facts }, NOW)
    .filter(({ state }) => state !== 'good')
    .map(({ state, what }) => [state, what])

describe('a database that is opened on', () => {
  test('is sound', () => {
    expect(bad({})).toEqual([])
  })

  test.each<[Partial<DatabaseFacts>, 'danger' | 'lacks', string]>([
    [{ settings: { ...SOUND.settings, fsync: 'off' } }, 'danger', 'fsync is off'],
    [{ settings: { ...SOUND.settings, full_page_writes: 'off' } }, 'danger', 'full_page_writes is off'],
    [{ settings: { ...SOUND.settings, synchronous_commit: 'off' } }, 'danger', 'synchronous_commit is off'],
    [{ isEncrypted: false }, 'danger', 'not encrypted'],
    [{ clockAheadMs: -6_000 }, 'danger', '6.0 s behind'],
    [{ clockAheadMs: 1_500 }, 'lacks', '1.5 s ahead'],
    [{ version: 130_000 }, 'lacks', 'PostgreSQL 13'],
    [{ isSuperuser: true }, 'lacks', 'superuser'],
    [{ settings: { ...SOUND.settings, max_connections: '20' } }, 'lacks', 'max_connections is 20'],
    [{ standbys: 0 }, 'lacks', 'nothing was archived for a day'],
    [{ standbys: 0, settings: { ...SOUND.settings, archive_mode: 'off' } }, 'lacks', 'no server follows the database'],
    [{ isBuiltIn: true, isSuperuser: true }, 'lacks', 'on this machine alone'],
  ])('%j', (facts, state, what) => {
    expect(bad(facts)).toEqual([[state, expect.stringContaining(what)]])
  })

  test('may be without encryption on this machine, and without a follower while its log is archived', () => {
    expect(bad({ isThisMachine: true, isEncrypted: false })).toEqual([])
    expect(bad({ standbys: 0, archivedAt: NOW - 60_000 })).toEqual([])
  })
})

describe('the people of the desk', () => {
  const person = (name: string, roles: OperatorFacts['roles'], more: Partial<OperatorFacts> = {}): OperatorFacts => ({
    ...{ name, isDemo: false, hasSignedIn: true, roles },
    ...more,
  })
  const all = ['finance', 'compliance', 'admin', 'support'] as const
  const two = [person('ada', { aurora: all }), person('bea', { aurora: all })]

  test('two of each who have signed in are enough', () => {
    expect(judgeOperators(two, ['aurora']).map(({ state }) => state)).toEqual(['good'])
  })

  test.each([
    ['only one', two.slice(1)],
    ['one who never signed in', [two[0], person('bea', { aurora: all }, { hasSignedIn: false })]],
    ['one of another company', [two[0], person('bea', { borealis: all })]],
  ] as const)('%s: what needs two is named', (_name, people) => {
    const [found] = judgeOperators(people as OperatorFacts[], ['aurora'])
    expect(found).toMatchObject({ state: 'lacks', what: expect.stringContaining('deposits.decide, withdrawals.decide, settings.change') })
  })

  test("a demonstration's operator is a danger, and never one of the two", () => {
    const found = judgeOperators([two[0] as OperatorFacts, person('demo-one', { aurora: all }, { isDemo: true })], ['aurora'])
    expect(found.map(({ state }) => state)).toEqual(['danger', 'lacks'])
    expect(found[0]?.mend).toBe('npm run operator -- disable demo-one')
  })
})

describe.skipIf(process.platform === 'win32')('files', () => {
  function places() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'candor doctor-'))
    const envFile = path.join(dataDir, '.env')
    return { dataDir, envFile }
  }

  test('that others may read are named with the command that mends them', () => {
    const { dataDir, envFile } = places()
    writeFileSync(envFile, 'MASTER_KEY=\n', { mode: 0o600 })
    writeFileSync(path.join(dataDir, 'master.key'), '', { mode: 0o600 })
    expect(judgeFiles({ dataDir, envFile }).map(({ state }) => state)).toEqual(['good'])
    chmodSync(envFile, 0o644)
    chmodSync(path.join(dataDir, 'master.key'), 0o640)
    expect(judgeFiles({ dataDir, envFile }).map(({ state, mend }) => [state, mend])).toEqual([
      ['danger', `chmod go= '${path.join(dataDir, 'master.key')}'`],
      ['danger', `chmod go= '${envFile}'`],
    ])
  })

  test("that are not there are nobody else's", () => {
    const { dataDir, envFile } = places()
    expect(judgeFiles({ dataDir: path.join(dataDir, 'none'), envFile }).map(({ state }) => state)).toEqual(['good'])
  })
})

describe('a real PostgreSQL', () => {
  const url = testServerUrl()

  test('is looked at', async () => {
    const facts = await lookAtDatabase(url, false, Date.now)
    expect(facts.version).toBeGreaterThan(130_000)
    expect(facts.settings).toMatchObject({ fsync: expect.any(String), max_connections: expect.stringMatching(/^\d+$/) })
    expect(Math.abs(facts.clockAheadMs)).toBeLessThan(60_000)
    expect(facts.isThisMachine).toBe(['127.0.0.1', 'localhost'].includes(new URL(url).hostname))
  })

  test('is refused for real money while a file stands open, and only warned of at a rehearsal', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-doctor-'))
    const envFile = path.join(dataDir, '.env')
    writeFileSync(envFile, '')
    chmodSync(envFile, 0o644)
    const start = { dataDir, envFile, databaseUrl: url, isBuiltIn: false }
    await expect(refuseDangers({ ...start, isRehearsal: false }, Date.now, silent)).rejects.toThrow(`chmod go= ${envFile}`)
    const warned: string[] = []
    await refuseDangers({ ...start, isRehearsal: true }, Date.now, {
      ...silent,
      warn: (_facts: unknown, said: string) => void warned.push(said),
    })
    expect(warned).toContainEqual(expect.stringContaining(envFile))
    chmodSync(envFile, 0o600)
    await refuseDangers({ ...start, isRehearsal: true }, Date.now, silent)
  })
})
