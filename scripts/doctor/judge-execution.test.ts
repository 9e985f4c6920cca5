import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TenantTrading } from '../../contract/tenant/trading'
import { judgeExecution } from './judge-execution'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'execution-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const company = (id: string, execution: object) => ({ id, trading: TenantTrading.parse({ execution }) })
const dealer = {
  ...{ kind: 'fix', host: 'orders.example', port: 5202, tls: {}, senderCompId: 'US', targetCompId: 'THEM' },
  ...{ password: { env: 'PRIME_PASSWORD' }, symbols: { EURUSD: 'EUR/USD' } },
}
const write = (providers: object) =>
  writeFileSync(path.join(folder, 'market.json'), JSON.stringify({ sources: {}, instruments: {}, providers }))

test('a house that passes nothing on is not asked', () => expect(judgeExecution(folder, [company('a', {})], {})).toEqual([]))

test('an order without a way, a missing secret and a test system are each one line', () => {
  write({ prime: { ...dealer, isSimulated: true } })
  const found = judgeExecution(folder, [company('a', { EURUSD: { model: 'hedged', provider: 'nobody' } })], {})
  expect(found.map(({ what }) => what.replace(folder, ''))).toEqual([
    '/a/tenant.json: trading.execution.EURUSD.provider: there is no provider "nobody" for EURUSD',
    'providers.prime: the environment variable PRIME_PASSWORD is not set',
    "providers.prime is a test system: what it fills is nobody's",
  ])
})

test('what is whole is good', () => {
  write({ prime: dealer })
  const found = judgeExecution(folder, [company('a', { EURUSD: { model: 'hedged', provider: 'prime' } })], { PRIME_PASSWORD: 'x' })
  expect(found).toMatchObject([{ area: 'execution', state: 'good' }])
})
