import { expect, test } from 'vitest'
import type { LogHealth } from '../../broker/log/witness-health'
import { judgeWitnesses, lookAtWitnesses } from './look-at-witnesses'

const log = (change: Partial<LogHealth>): LogHealth => ({
  tenantId: 'aurora',
  needed: 1,
  witnesses: [{ name: 'Club', isBehind: false, trouble: null }],
  quorumAgeMs: 0,
  ...change,
})
const told = (change: Partial<LogHealth>) => judgeWitnesses([log(change)]).map(({ state, what }) => `${state}: ${what}`)
const GOOD = 'good: aurora: the newest checkpoint has the signatures of 1 of 1 witnesses'

test.each([
  ['all have signed', {}, [GOOD]],
  ['one is behind and nothing is wrong with it', { witnesses: [{ name: 'Club', isBehind: true, trouble: null }] }, [GOOD]],
  [
    'one does not answer',
    { witnesses: [{ name: 'Club', isBehind: true, trouble: 'slow' }], quorumAgeMs: 61_000 },
    ['lacks: aurora: Club does not answer in time', 'lacks: aurora: for 2 min no checkpoint has had the signatures of 1 of 1 witnesses'],
  ],
] as const)('%s', (_name, change, expected) => expect(told(change)).toEqual(expected))

test('a house without witnesses is not asked', async () => expect(await lookAtWitnesses([{}], '/nowhere')).toEqual([]))
