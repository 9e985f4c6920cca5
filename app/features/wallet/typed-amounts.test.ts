/** Any text in the amount of a form that was posted without scripts: the broker is asked for its number, or the field says why not. */
import { expect, test } from 'vitest'
import { TypedAmount } from '../../../contract/money-places'
import { siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { testTenants } from '../../../tests/fixtures/test-tenants'
import { TYPED_TEXTS } from '../../../tests/fixtures/typed-texts'
import { action as deposit } from '../../routes/traders/charge'
import { action as withdraw } from '../../routes/traders/withdraw'
import { readTypedNumber } from '../../ui/typed-number'

const TRADER = { id: '7', uid: '100', email: 'm@example.com', mobile: '', is_demo: 0, invite_code: '', created_at: 1 }
const TERMS = {
  balance: '851.61',
  withdrawable: '851.61',
  limited_by: 'nothing',
  open_losses: '0',
  promised_hours: 24,
  p50_minutes: null,
  p95_minutes: null,
  measured: 0,
  waiting: 0,
}
const tenant = testTenants().find(({ id }) => id === 'aurora')
if (tenant === undefined) throw new Error('no aurora')

/** Posts a form to a broker that takes everything, and tells what it was asked for. */
async function post(action: typeof deposit | typeof withdraw, page: string, form: Record<string, string>) {
  const asked: string[] = []
  const send = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/api/user/info') return Response.json({ code: 1, msg: '', data: TRADER })
    if (pathname === '/api/account/draw_terms') return Response.json({ code: 1, msg: '', data: TERMS })
    const sent = request.method === 'GET' ? searchParams : new URLSearchParams(await request.text())
    asked.push(sent.get('number') ?? 'nothing')
    return Response.json({ code: 1, msg: 'done', data: { id: '1' } })
  }
  const answer = await siteAnswer(() =>
    action(siteCall({ send, tenant: tenant as never, now: () => 1_000 }, page, { token: 'a'.repeat(43), form })),
  )
  return { asked, ...answer }
}

const numberOf = (text: string): string | null => {
  const read = readTypedNumber(text, 'USDT')
  if (read.kind !== 'number' || !/[1-9]/.test(read.value)) return null
  const trimmed = read.value.includes('.') ? read.value.replace(/\.?0+$/, '') : read.value
  return TypedAmount.safeParse(trimmed).success ? trimmed : null
}

const DEPOSIT = {
  intent: 'submit',
  type: '0',
  place: '1',
  address: 'T1',
  currency: 'USDT',
  proofImg: '/api/common/image?ref=1',
  form_key: 'k',
}
const WITHDRAWAL = { intent: 'submit', type: '1', draw_currency_id: '2', draw_method_id: '3', memo: 'rent', form_key: 'k' }

test.each([
  ['deposit', deposit, '/mine/charge', DEPOSIT],
  ['withdrawal', withdraw, '/mine/withdraw', WITHDRAWAL],
] as const)('any text as the amount of a %s', { timeout: 120_000 }, async (_what, action, page, form) => {
  for (const text of TYPED_TEXTS) {
    const number = numberOf(text)
    const { asked, status, data } = await post(action, page, { ...form, number: text, ...(number === null ? {} : { confirmed: number }) })
    if (number === null) {
      expect([text, asked, status]).toEqual([text, [], 422])
      expect(data).toMatchObject({ amount: text.slice(0, 80), problems: { amount: expect.stringMatching(/Enter|One amount/) } })
    } else expect([text, asked, status]).toEqual([text, [number], 302])
  }
})

test('an amount far above the balance is asked for once more: the page again, and the same form pressed again goes on', async () => {
  const first = await post(deposit, '/mine/charge', { ...DEPOSIT, number: '10000000' })
  expect([first.asked, first.status]).toEqual([[], 422])
  const again = first.data as { message: string; confirm: string; formKey: string; amount: string }
  expect(again.message).toBe(
    'You entered 10,000,000.00 USDT, and your account holds 851.61 USDT. Check that the amount is right, then submit it again.',
  )
  expect(again).toMatchObject({ confirm: '10000000', amount: '10000000', formKey: 'k' })
  const other = await post(deposit, '/mine/charge', { ...DEPOSIT, number: '20000000', confirmed: again.confirm })
  expect([other.asked, other.status]).toEqual([[], 422])
  const second = await post(deposit, '/mine/charge', { ...DEPOSIT, number: '10000000', confirmed: again.confirm })
  expect([second.asked, second.status]).toEqual([['10000000'], 302])
})
