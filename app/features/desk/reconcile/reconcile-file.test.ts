import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerCopy, providerOrder, providerReport, reconciliationDifference } from '../../../../broker/db/schema'
import { parseFixed } from '../../../../rules/decimal'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { deskCall } from '../../../../tests/fixtures/desk-call'
import { openOperator, type TestOperator } from '../../../../tests/fixtures/operator'
import { loader as reconcileFile } from '../../../routes/desk/reconcile-file'

const DAY = '2026-11-17'
const AT = Date.parse('2026-11-17T15:41:07.402Z')
let world: World
let operator: TestOperator

beforeAll(async () => {
  world = await createWorld()
  operator = await openOperator(world, { roles: ['risk'], name: 'rita' })
  const of = { tenantId: 'aurora', provider: 'prime' } as const
  const order = {
    id: 'o-1',
    status: 'filled',
    instrumentCode: 'EURUSD',
    side: 'buy',
    quantity: parseFixed('10000'),
    purpose: 'cover',
    createdAt: AT,
  } as const
  const report = { ...of, providerOrderId: 'o-1', execId: 'E1', kind: 'filled', providerTime: AT, receivedAt: AT } as const
  const filled = { ...report, lastQuantity: parseFixed('10000'), lastPrice: parseFixed('1.16'), reason: '' }
  const money = { oursAmount: null, theirsAmount: parseFixed('-1.2'), markPrice: 0n, conversionRate: '1', amount: parseFixed('-1.2') }
  await world.broker.database.withTenant('aurora', async (tx) => {
    await tx.insert(providerOrder).values({ ...of, ...order, filledQuantity: parseFixed('10000') })
    await tx.insert(providerReport).values(filled)
    await tx.insert(reconciliationDifference).values({
      ...{ ...of, ...money, day: DAY, subject: `charge swap ${DAY} EURUSD`, figures: '- / -1.2', kind: 'swap', instrumentCode: 'EURUSD' },
      ...{ atStake: parseFixed('1.2'), foundAt: AT, seenAt: AT },
    })
  })
  await world.broker.database.system((tx) => tx.insert(providerCopy).values({ ...filled, instrumentCode: 'EURUSD', side: 'buy' }))
}, 120_000)
afterAll(() => world.close())

test('a day is a file of what differs and what is equal, with figures that can be counted', async () => {
  const answer = await reconcileFile(deskCall(world, `/desk/reconcile-file?company=aurora&day=${DAY}`, { token: operator.token }))
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="aurora-reconciliation-${DAY}.csv"`)
  const [head = '', ...rows] = (await answer.text()).trim().split('\r\n')
  const width = head.replace(/"[^"]*"/g, '').split(',').length
  expect(rows).toEqual([
    `${DAY},prime,Overnight fee (swap),,EUR/USD,,,,,,,,,-1.20000000,-1.20000000,Open,,,,`,
    `${DAY},prime,Equal,E1,EUR/USD,"Buy 10,000.00",10000,1.16,2026-11-17 15:41:07.402,,10000,1.16,2026-11-17 15:41:07.402,,0,Equal,,,,`,
  ])
  expect(rows[0]?.split(',').length).toBe(width)
})

test('who may not see the page has no file of it', async () => {
  const support = await openOperator(world, { roles: ['support'], name: 'sam' })
  await expect(
    reconcileFile(deskCall(world, `/desk/reconcile-file?company=aurora&day=${DAY}`, { token: support.token })),
  ).rejects.toBeInstanceOf(Response)
})
