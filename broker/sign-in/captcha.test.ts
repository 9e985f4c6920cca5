import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { hostOf, NO_LIMITS, readCaptcha, register } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { forgetOldCaptchas } from './captcha'

let world: World
beforeAll(async () => {
  world = await createWorld({
    tenants: { saffron: { registration: { verify: 'captcha' } } },
    broker: { rateLimits: NO_LIMITS },
  })
})
afterAll(() => world.close())

const drawn = async () => (await world.client.call(ENDPOINTS.getCaptcha, {}, { host: hostOf('meridian') })).data
const outcomeOf = async (proof: { key: string; sms_code: string }, account: string, tenantId = 'meridian') =>
  (await register(world, { account, ...proof }, tenantId)).outcome

test('a captcha is a PNG of its own, large enough to be read', async () => {
  const [one, other] = [await drawn(), await drawn()]
  expect(one.b64s).toMatch(/^data:image\/png;base64,[\w+/=]+$/)
  expect(await sharp(Buffer.from(one.b64s.split(',')[1] ?? '', 'base64')).metadata()).toMatchObject({
    format: 'png',
    width: 300,
    height: 100,
  })
  expect(one.id).toMatch(/^[\w-]{43}$/)
  expect([one.id, one.b64s]).not.toEqual([other.id, other.b64s])
})

test('a right answer is right once, in either case of its letters', async () => {
  const proof = await readCaptcha(world)
  expect(await outcomeOf({ ...proof, sms_code: ` ${proof.sms_code.toLowerCase()}` }, 'once@example.com')).toBe('ok')
  expect(await outcomeOf(proof, 'twice@example.com')).toBe('CAPTCHA_WRONG')
})

test('a wrong answer is the only one a picture takes', async () => {
  const proof = await readCaptcha(world)
  expect(await outcomeOf({ ...proof, sms_code: 'QQQQ' }, 'wrong@example.com')).toBe('CAPTCHA_WRONG')
  expect(await outcomeOf(proof, 'wrong@example.com')).toBe('CAPTCHA_WRONG')
})

test('a hundred answers at once are one', async () => {
  const proof = await readCaptcha(world)
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, index) => outcomeOf(proof, `storm-${index}@example.com`)))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'CAPTCHA_WRONG')).toHaveLength(99)
}, 30_000)

test('a picture runs out after five minutes and then leaves the store', async () => {
  const proof = await readCaptcha(world)
  world.pass(5 * 60_000)
  expect(await outcomeOf(proof, 'late@example.com')).toBe('CAPTCHA_WRONG')
  await forgetOldCaptchas(world.broker.database, world.clock.now())
  expect(await world.broker.database.withTenant('meridian', (tx) => tx.query.captcha.findMany())).toEqual([])
})

test('a picture of one company is worth nothing at another', async () => {
  const proof = await readCaptcha(world)
  expect(await outcomeOf(proof, 'elsewhere@example.com', 'saffron')).toBe('CAPTCHA_WRONG')
  expect(await outcomeOf(proof, 'here@example.com')).toBe('ok')
})

test('a picture is not used up by what is wrong besides it', async () => {
  const proof = await readCaptcha(world)
  expect((await register(world, { ...proof, account: 'slip@example.com', re_password: 'a slip' }, 'meridian')).outcome).toBe(
    'PASSWORD_MISMATCH',
  )
  expect(await outcomeOf(proof, 'slip@example.com')).toBe('ok')
})

test.each(['nothing', '', "' or 1=1", 'x'.repeat(43)])('an unknown picture %j is wrong', async (key) => {
  const outcome = await outcomeOf({ key, sms_code: 'AAAA' }, 'unknown@example.com')
  expect(outcome).toBe(key === '' ? 'CODE_WRONG' : 'CAPTCHA_WRONG')
})
