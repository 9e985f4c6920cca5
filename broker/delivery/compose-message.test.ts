import { beforeAll, expect, test } from 'vitest'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { testTexts } from '../../tests/fixtures/test-texts'
import type { Texts } from '../ground/texts'
import { composeMessage } from './compose-message'

let texts: Texts
beforeAll(async () => {
  texts = await testTexts()
})

const mailOf = (tenantId: string) => {
  const tenant = testTenants({ aurora: { texts: { en: { 'mail:code-register.subject': 'Welcome to {{company}}: your code' } } } }).find(
    ({ id }) => id === tenantId,
  )
  if (tenant === undefined) throw new Error(`no tenant ${tenantId}`)
  const recipient = { channel: 'email', to: 'reader@example.com' } as const
  return composeMessage(texts, { tenant, language: 'en', kind: 'code-register', recipient, values: { code: '123456', minutes: '10' } })
}

test('a mail speaks in the words of its company, and in no other’s', async () => {
  expect((await mailOf('aurora')).subject).toBe('Welcome to Aurora Markets: your code')
  expect((await mailOf('meridian')).subject).toBe('Your registration code for Meridian Prime')
})

test('the risk line stands under a mail whatever the company says', async () => {
  expect((await mailOf('aurora')).text).toContain(texts.text('en', 'public:riskLine'))
})
