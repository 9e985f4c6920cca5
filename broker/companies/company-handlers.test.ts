import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { LANGUAGES } from '../../contract/primitives'
import { type BareBroker, openBareBroker } from '../../tests/fixtures/bare-broker'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { areaCodes } from './area-codes'

let broker: BareBroker
beforeAll(async () => {
  broker = await openBareBroker({
    tenants: testTenants({
      saffron: { listed: false },
      meridian: {
        name: '100%_Meridian',
        country: 'GB',
        registration: { verify: 'captcha', mobileField: 'number' },
        trading: { feeType: 'per-lot', stopOutLevelPercent: '80', demoBalance: '5000' },
        service: { link: 'https://help.meridian.example/chat', type: 'window' },
      },
    }),
  })
})
afterAll(() => broker.close())

describe('the directory', () => {
  const found = async (name?: string) => (await broker.client.call(ENDPOINTS.listCompanies, { name })).data.map(({ id }) => id)

  test('lists the companies that want to be listed', async () => {
    expect(await found()).toEqual(['aurora', 'graphite', 'meridian'])
    expect(await found('')).toEqual(['aurora', 'graphite', 'meridian'])
  })

  test('finds by a part of the name, in any case, and takes % and _ as they are', async () => {
    expect(await found('AURO')).toEqual(['aurora'])
    expect(await found('saffron')).toEqual([])
    expect(await found('%')).toEqual(['meridian'])
    expect(await found('_')).toEqual(['meridian'])
    expect(await found('.*')).toEqual([])
  })

  test('leads nobody to a company that closes, and tells the licence of each, or that it has none', async () => {
    const licence = { authority: 'Authority', number: 'A/1', registerUrl: 'https://register.example/1' }
    const closing = await openBareBroker({
      tenants: testTenants({
        aurora: { status: 'wind-down' },
        saffron: { status: 'closed' },
        meridian: { legal: { licence } },
      }),
    })
    const { data } = await closing.client.call(ENDPOINTS.listCompanies, {})
    expect(data.map(({ id, licence: stated }) => [id, stated])).toEqual([
      ['graphite', null],
      ['meridian', { authority: 'Authority', number: 'A/1', register_url: 'https://register.example/1' }],
    ])
    // Whoever holds a receipt asks for those, too.
    const all = await closing.client.call(ENDPOINTS.listCompanies, { closing: '1' })
    expect(all.data.map(({ id }) => id)).toEqual(['aurora', 'graphite', 'meridian', 'saffron'])
    await closing.close()
  })

  test('a name over 64 characters is refused', async () => {
    expect((await broker.client.call(ENDPOINTS.listCompanies, { name: 'a'.repeat(65) })).outcome).toBe('PARAMETER_INVALID')
  })
})

describe('settings of a company', () => {
  const host = 'meridian.localhost:3000'

  test('base settings in the words of the wire', async () => {
    expect((await broker.client.call(ENDPOINTS.getBasicInfo, {}, { host })).data).toEqual({
      service_link: 'https://help.meridian.example/chat',
      service_link_type: 2,
      verify_reg_type: 2,
      trade_fee_type: 1,
      stop_out_level: '80',
      stale_after_ms: 2000,
      demo_balance: '5000',
      simulated_money: 1,
      email: 'desk@meridian.example',
      refused_countries: ['KP', 'IL', 'CN', 'VU', 'CU'],
    })
  })

  test('the mobile field of the registration', async () => {
    expect((await broker.client.call(ENDPOINTS.getSetting, { key: 'is_show_mobile' }, { host })).data).toEqual({
      key: 'is_show_mobile',
      value: 3,
    })
    expect((await broker.client.call(ENDPOINTS.getSetting, { key: 'other' as 'is_show_mobile' }, { host })).outcome).toBe(
      'PARAMETER_INVALID',
    )
  })

  test('what the company says about itself is served beside the API', async () => {
    const response = await broker.fetch(new Request('http://meridian.localhost:3000/.well-known/broker.json'))
    expect([response.status, await response.json()]).toEqual([
      200,
      { legal_name: broker.tenants.find(({ id }) => id === 'meridian')?.legal.entity },
    ])
    expect((await broker.fetch(new Request('http://localhost:3000/.well-known/broker.json'))).status).toBe(404)
  })
})

describe('calling codes', () => {
  test('first the country of the company, second the one of the language', async () => {
    const { data } = await broker.client.call(ENDPOINTS.listAreaCodes, {}, { host: 'meridian.localhost:3000', headers: { lang: 'jp' } })
    expect(data.slice(0, 2)).toEqual([
      { id: 'GB', code: 'GB', global_code: '44' },
      { id: 'JP', code: 'JP', global_code: '81' },
    ])
    expect(data.length).toBeGreaterThan(200)
  })

  test('ids are unique and the second entry is the suggestion in every language', () => {
    for (const language of LANGUAGES) {
      const list = areaCodes('HK', language)
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    }
    expect(
      areaCodes('HK', 'hk')
        .slice(0, 2)
        .map(({ code }) => code),
    ).toEqual(['HK', 'HK'])
  })
})
