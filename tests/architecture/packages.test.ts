import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packagesImported } from '../../scripts/build-program.mjs'
import { runCommand } from '../fixtures/run-command'

/**
 * What `npm start` installs is the dependencies of package.json: they have to be enough for everything that runs without the tests.
 */
const root = path.join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
const { scripts, devDependencies } = read('package.json') as Record<string, Record<string, string>>
/** Loaded where they are asked for, and missed with a clear sentence: a browser for pictures of brands, the store of versions before. */
const ASKED_FOR_LATER = ['playwright', '@electric-sql/pglite']

/** The source that each command of package.json runs on the level of a start. */
const entries = Object.values(scripts ?? {}).flatMap((command) => {
  const [, entry] = /^node (?:scripts\/ensure-installed\.mjs && node (?:--import tsx )?)?([\w/.-]+\.(?:ts|mjs))/.exec(command) ?? []
  return entry === undefined || command.includes('ensure-installed.mjs tests') ? [] : [entry]
})
const onlyTests = ['scripts/test.mjs', 'scripts/test-long.mjs']
const started = [...new Set([...entries, 'vite.config.ts', 'scripts/build.mjs', 'scripts/build-worker.mjs'])].filter(
  (entry) => !onlyTests.includes(entry),
)

test.each(started)('%s needs no package that only tests bring', async (entry) => {
  const imported = await packagesImported([path.join(root, entry)])
  expect(imported.filter((name) => name in (devDependencies ?? {}) && !ASKED_FOR_LATER.includes(name))).toEqual([])
})

test('the site is built from what a start installs', async () => {
  const imported = await packagesImported(
    ['app/root.tsx', 'app/routes.ts', 'app/entry.client.tsx', 'app/entry.server.tsx', 'app/worker/service-worker.ts'].map((file) =>
      path.join(root, file),
    ),
  )
  expect(imported.filter((name) => name in (devDependencies ?? {}))).toEqual([])
})

/** npm is told not to follow what packages want beside them (.npmrc): an optional one would bring a test tool into every start. */
test('every package finds beside it what it wants there, in a version that fits', async () => {
  const asked = ['ls', '--all', '--omit=dev', '--package-lock-only', '--legacy-peer-deps=false']
  const { code, output } = await runCommand('npm', asked)
  expect(output).not.toMatch(/npm error (?:missing|invalid)/)
  expect(code).toBe(0)
}, 120_000)
