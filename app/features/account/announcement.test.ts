import { expect, test } from 'vitest'
import { siteCall } from '../../../tests/fixtures/site-call'
import { testTenants } from '../../../tests/fixtures/test-tenants'
import { loader as announcement } from '../../routes/traders/announcement'

const aurora = testTenants().find(({ id }) => id === 'aurora')
if (aurora === undefined) throw new Error('no aurora')
const { registration } = aurora
async function countries(language: string, more: readonly string[] = []): Promise<string> {
  const tenant = { ...aurora, registration: { ...registration, refusedCountries: [...registration.refusedCountries, ...more] } }
  const facts = { send: async () => Response.json({}), tenant: tenant as NonNullable<typeof aurora>, now: () => 1 }
  return (await announcement(siteCall(facts, '/mine/announcement', { language }))).countries
}

test('the announcement names the countries that registration refuses, in the language of the visitor', async () => {
  expect(await countries('en')).toBe('North Korea, Israel, China, Vanuatu and Cuba')
  expect(await countries('en', ['IR'])).toBe('North Korea, Israel, China, Vanuatu, Cuba and Iran')
  expect(await countries('zh-TW')).toMatch(/^北韓、以色列、中國、.*古巴$/)
  expect(await countries('ar')).toContain('كوريا الشمالية')
})
