/** Malformed input at every call: an envelope, no failure, nothing changed. `npm run fuzz -- --runs 10000` does it at length. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { type Fuzzer, openFuzzer } from './malformed'

const RUNS = 120
const NAMES = Object.keys(ENDPOINTS) as EndpointName[]

let fuzzer: Fuzzer
beforeAll(async () => {
  fuzzer = await openFuzzer()
})
afterAll(() => fuzzer.close())

test.each(NAMES)('%s', async (name) => {
  const { faults } = await fuzzer.run(name, RUNS, NAMES.indexOf(name) + 1)
  expect(faults).toEqual([])
})

test('the broker had nothing to complain about', () => {
  expect(fuzzer.complaints()).toEqual([])
})
