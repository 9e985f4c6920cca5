import { expect, test } from 'vitest'
import type { BrokerError } from '../../broker-client/broker.server'
import { fixedT } from '../../language/i18n.server'
import { answerSignIn, signInRefusal, valuesOf } from './form-answer.server'

const errorOf = (name: BrokerError['name'], msg: string): BrokerError => ({ name, msg, code: 1, details: {} })

test.each([
  ['LOGIN_FAILED', 'Wrong.', { message: 'Wrong.' }, 422],
  ['ACCOUNT_INVALID', 'No address.', { problems: { account: 'No address.' } }, 422],
  ['COUNTRY_REFUSED', 'Not from there.', { problems: { area_id: 'Not from there.' } }, 422],
  ['PASSWORD_MISMATCH', 'Not the same.', { problems: { re_password: 'Not the same.' } }, 422],
  ['TOO_MANY_REQUESTS', 'Too many requests.', { message: 'Too many attempts. Wait a few minutes and try again.' }, 429],
  ['NETWORK_ERROR', '', { message: 'No connection to the server. Code: NETWORK' }, 503],
] as const)('%s is told where it belongs', async (name, msg, parts, status) => {
  const refusal = signInRefusal(errorOf(name, msg), await fixedT('en'))
  expect(refusal).toEqual({ refusal: name, ...parts })
  expect(answerSignIn(refusal).init?.status).toBe(status)
})

test('passwords and codes never return; what was typed does, cut to what a field may hold', () => {
  const form = new FormData()
  for (const name of ['password', 're_password', 'old_password', 'code']) form.set(name, 'secret')
  form.set('account', `  ${'a'.repeat(300)}`)
  form.set('something', 'else')
  expect(valuesOf(form)).toEqual({ account: 'a'.repeat(254) })
})
