/** Our own broker passes its own suite, in process. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InProcess, openInProcess } from './in-process'
import { runChecks } from './run-checks'
import { CHECKS } from './suite'

let own: InProcess
beforeAll(async () => {
  own = await openInProcess()
})
afterAll(() => own.close())

test('every check has a name of its own', () => {
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length)
})

test('the embedded broker passes every check, in process', { timeout: 120_000 }, async () => {
  const { results } = await runChecks(CHECKS, own.subject)
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(own.world.complaints).toEqual([])
})
