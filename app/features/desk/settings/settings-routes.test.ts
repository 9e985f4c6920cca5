import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSettings } from '../../../../contract/desk/settings'
import { DecimalIn } from '../../../../contract/primitives'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { deskCall } from '../../../../tests/fixtures/desk-call'
import { openOperator, type TestOperator } from '../../../../tests/fixtures/operator'
import { siteAnswer } from '../../../../tests/fixtures/site-call'
import { TYPED_TEXTS } from '../../../../tests/fixtures/typed-texts'
import * as approvals from '../../../routes/desk/approvals'
import * as instruments from '../../../routes/desk/instruments'
import * as settings from '../../../routes/desk/settings'
import { loader as file } from '../../../routes/desk/settings-file'
import { compareDecimals } from '../../../ui/decimal-text'
import { readTypedNumber } from '../../../ui/typed-number'
import type { ApprovalsData } from './approvals.server'
import type { InstrumentsData, SettingsData } from './settings.server'

let world: World
let first: TestOperator
let second: TestOperator
let reader: TestOperator
beforeAll(async () => {
  world = await createWorld()
  first = await openOperator(world, { roles: ['admin'], name: 'first' })
  second = await openOperator(world, { roles: ['admin'], name: 'second' })
  reader = await openOperator(world, { roles: ['finance'], name: 'reader' })
})
afterAll(() => world.close())

const visit = ({ token }: TestOperator, page: string, form?: Record<string, string>) =>
  deskCall(world, page, { token, ...(form === undefined ? {} : { form }) })
const post = (
  who: TestOperator,
  route: typeof settings | typeof instruments | typeof approvals,
  page: string,
  form: Record<string, string>,
) => siteAnswer(() => route.action(visit(who, page, form)))

const EURUSD = {
  area: 'instrument',
  target: 'EURUSD',
  mode: 'normal',
  spread: '0.0002',
  feeRate: '0.006',
  leverages: '50, 100',
  minLots: '0.01',
  maxLots: '50',
}

test('a form goes to the approvals, another person agrees, and the table shows it', async () => {
  const page = '/desk/instruments?company=aurora&edit=EURUSD'
  const { form } = ((await instruments.loader(visit(first, page))) as InstrumentsData).sheet
  const sent = await post(first, instruments, page, { ...EURUSD, seen: form?.seen ?? '', reason: 'calm market' })
  expect([sent.status, sent.location]).toEqual([302, '/desk/instruments?company=aurora'])

  const own = (await approvals.loader(visit(first, '/desk/approvals?company=aurora'))) as ApprovalsData
  expect(own.changes).toMatchObject([{ what: 'Instrument · EURUSD', isOwn: true, requestedBy: 'first', reason: 'calm market' }])
  const id = own.changes[0]?.id ?? ''
  const alone = await post(first, approvals, '/desk/approvals?company=aurora', { id, decision: 'apply', reason: '' })
  expect([alone.status, alone.data]).toMatchObject([422, { message: 'A second person must approve this.' }])
  const without = await post(second, approvals, '/desk/approvals?company=aurora', { id, decision: 'refuse', reason: '' })
  expect([without.status, without.data]).toMatchObject([422, { message: '', reasonProblem: 'Give a reason of 1 to 500 characters.' }])
  const agreed = await post(second, approvals, '/desk/approvals?company=aurora', { id, decision: 'apply', reason: '' })
  expect([agreed.status, agreed.location]).toEqual([302, '/desk/approvals?company=aurora'])

  const { sheet } = (await instruments.loader(visit(first, '/desk/instruments?company=aurora&q=eur%2Fusd'))) as InstrumentsData
  expect(sheet.rows.map(({ cells }) => [cells[0], cells[2]])).toEqual([['EUR/USD', '0.0002']])
})

test.each([
  ['a spread beyond the bound', { spread: '1' }, 'spread', /^Enter a number from 0 to [\d.]+, for example [\d.]+\.$/],
  [
    'a leverage that is no number',
    { leverages: '50, many' },
    'leverages',
    /^Enter up to 12 whole numbers from 1 to \d+, separated by commas, for example \d+/,
  ],
  ['a leverage with a comma in it', { leverages: '50, 1,500' }, 'leverages', /^Enter up to 12 whole numbers/],
  ['a size that is empty', { minLots: '' }, 'minLots', /^Enter a number from 0\.01 to [\d.]+, for example /],
  [
    'a spread finer than the price',
    { spread: '0.0000001' },
    'spread',
    /^Enter a number from 0 to [\d.]+ with at most 5 decimals, for example 0\.0002\.$/,
  ],
  ['a size finer than the step', { maxLots: '1,005' }, 'maxLots', /^Enter a number from 0\.01 to [\d.]+, for example [\d.]+\.$/],
  [
    'a size between two steps',
    { maxLots: '1.005' },
    'maxLots',
    /^Enter a number from 0\.01 to [\d.]+ with at most 2 decimals, for example [\d.]+\.$/,
  ],
  ['a fee with more decimals than any number has', { feeRate: '0.123456789' }, 'feeRate', /with at most 8 decimals, for example [\d.]+\.$/],
  ['no reason', { reason: ' ' }, 'reason', /^Give a reason of 1 to 500 characters\.$/],
])('%s is told beside its field, and what was typed comes back', async (_what, typed, field, problem) => {
  const sent = { ...EURUSD, reason: 'x', ...typed }
  const { status, data } = await post(first, instruments, '/desk/instruments?company=aurora&edit=EURUSD', sent)
  expect(status).toBe(422)
  expect(data).toMatchObject({ target: 'EURUSD', problems: { [field]: expect.stringMatching(problem) }, message: '' })
  expect((data as { values: Record<string, string> }).values[field]).toBe(sent[field as keyof typeof sent])
})

test('a fixed fee goes in hundredths, a percentage as fine as any number', async () => {
  const { sheet } = (await settings.loader(visit(first, '/desk/settings?company=aurora&section=currencies'))) as SettingsData
  const fee = (feeType: string) => ({
    area: 'withdraw_currency',
    target: sheet?.rows[0]?.id ?? '',
    feeType,
    drawRate: '0.125',
    usdPrice: '1',
    active: '1',
    reason: '',
  })
  const page = '/desk/settings?company=aurora&section=currencies'
  const [fixed, percent] = [await post(first, settings, page, fee('fixed')), await post(first, settings, page, fee('percent'))]
  expect(fixed.data).toMatchObject({ problems: { drawRate: expect.stringMatching(/with at most 2 decimals, for example \d/) } })
  expect((percent.data as { problems: object }).problems).toEqual({ reason: 'Give a reason of 1 to 500 characters.' })
})

test('any text in a field for a number is asked for as that number, or told beside it', { timeout: 120_000 }, async () => {
  const page = '/desk/settings?company=aurora&section=base'
  const money = {
    area: 'base',
    target: 'money',
    depositsAbove: '5000',
    withdrawalsAbove: '5000',
    differencesAbove: '100',
    newAddressHours: '24',
    methodHoldHours: '24',
    twoStepEndsHold: '1',
    promisedHours: '24',
    reason: 'x',
  }
  const wanted: string[] = []
  for (const text of TYPED_TEXTS) {
    const read = readTypedNumber(text)
    const isTaken =
      read.kind === 'number' &&
      DecimalIn.safeParse(read.value).success &&
      compareDecimals(read.value, '0') >= 0 &&
      compareDecimals(read.value, '1000000') <= 0
    const { status, data } = await post(first, settings, page, { ...money, depositsAbove: text })
    if (isTaken) {
      if (status === 302) wanted.push(read.value)
      else expect(data).not.toMatchObject({ problems: { depositsAbove: expect.anything() } })
    } else {
      expect([text, status]).toEqual([text, 422])
      expect(data).toMatchObject({
        problems: {
          depositsAbove: expect.stringMatching(/^Enter a number from 0 to 1000000(?: with at most 8 decimals)?, for example \d/),
        },
        values: { depositsAbove: text.slice(0, 2000) },
      })
    }
  }
  const { changes } = (await approvals.loader(visit(first, '/desk/approvals?company=aurora'))) as ApprovalsData
  const asked = changes.flatMap(({ parts }) => parts.filter(({ isChanged }) => isChanged).map(({ after }) => after))
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.map((after, at) => compareDecimals(after, wanted[at] ?? ''))).toEqual(asked.map(() => 0))
})

test('an address that cannot be is told beside the address', async () => {
  const form = { area: 'deposit_network', target: '', currency: 'USDT', protocol: 'TRC20', address: 'T123', active: '1', reason: 'x' }
  const { data } = await post(first, settings, '/desk/settings?company=aurora&section=networks&edit=new', form)
  expect(data).toMatchObject({ problems: { address: 'This is not a valid TRC20 address. Check every character.' } })
})

test('who may only read sees no form, and what they post is not sent', async () => {
  const page = (await settings.loader(visit(reader, '/desk/settings?company=aurora&edit=new'))) as SettingsData
  expect([page.canChange, page.sheet?.form, page.sheet?.rows.length]).toEqual([false, null, world.tenant('aurora').wallet.networks.length])
  const tried = await post(reader, settings, '/desk/settings?company=aurora', {
    area: 'base',
    target: 'support',
    email: 'x@y.example',
    reason: 'x',
  })
  expect([tried.status, tried.location]).toEqual([302, '/desk/settings?company=aurora&section=networks'])
  const { data } = await first.call(getSettings, {})
  expect(data.base.support.email).toBe('support@aurora.example')
})

test('a table is exported as it is searched for', async () => {
  const answer = (await file(visit(first, '/desk/settings-file?company=aurora&sheet=currencies&q=bank'))) as Response
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="aurora-currencies.csv"')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(1 + world.tenant('aurora').wallet.withdrawCurrencies.filter(({ type }) => type === 'bank').length)
  expect(lines[1]).toBe('Bank,EUR,–,1%,0.92,On')
})
