/** A company that winds down or has closed, through the site's own loaders over a whole broker: who is led away, and what is shut. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { siteContext, Visitor } from '../../tests/fixtures/site-visitor'
import { PAGE_ACCESS } from '../addresses/route-access'
import { WINDING_DOWN } from '../broker-client/failure-reasons'
import type { DepositData } from '../features/wallet/deposit/deposit-data'
import { loader as loadCharge } from '../routes/traders/charge'
import { loader as loadChat } from '../routes/traders/chat'
import { loader as loadInvite } from '../routes/traders/invite'
import { loader as loadLogin } from '../routes/traders/login'
import { loader as loadRegister } from '../routes/traders/register'
import { loader as loadWithdraw } from '../routes/traders/withdraw'
import { leaveBeforeLoading } from './leave-company.server'
import { loadSite } from './load-site.server'

const LOSS_URL = 'https://notice.aurora.example/closing'
const CHAT = 'https://chat.aurora.example/room'
const linkHosts = ['notice.aurora.example', 'chat.aurora.example']

let world: World
let trader: RealTrader
beforeAll(async () => {
  world = await createWorld({
    tenants: {
      aurora: { status: 'wind-down', lossUrl: LOSS_URL, linkHosts, service: { link: CHAT, type: 'frame' } },
      graphite: { status: 'closed', lossUrl: LOSS_URL, linkHosts },
      saffron: { service: { link: 'https://elsewhere.example/room', type: 'frame' } },
    },
  })
  trader = await world.realTrader()
  await fund(world, trader, '500')
})
afterAll(() => world.close())

const signedIn = () => ({ candor_session: trader.token })
/** Where a whole page is led to before any loader runs. */
async function ledTo(page: string, visit: Parameters<typeof siteContext>[2] = {}): Promise<string | null> {
  const { context, request } = siteContext(world, page, visit)
  return (await leaveBeforeLoading(context, request))?.headers.get('location') ?? null
}

const OPEN = ['/login', '/login/code', '/forgot', '/not-me', '/alert-mail', '/proof', '/verify', '/language']

describe('a visitor of a company that winds down', () => {
  test.each(Object.keys(PAGE_ACCESS))('%s', async (page) => {
    expect(await ledTo(page)).toBe(OPEN.includes(page) ? null : LOSS_URL)
  })

  test('a slash or a query changes nothing', async () => {
    expect(await ledTo('/register/?invite_code=A')).toBe(LOSS_URL)
    expect(await ledTo('/login?from=%2Forder')).toBeNull()
  })

  test('forms, texts and pictures of the pages that stay are not held up', async () => {
    for (const path of ['/resources/captcha', '/locales/en.json', '/preferences', '/socket-ticket']) expect(await ledTo(path)).toBeNull()
  })

  test('a move inside the site is led away by its data, and a dead session makes nobody a trader', async () => {
    const facts = siteContext(world, '/trade.data')
    const left = await loadSite(facts.request, facts.context).catch((thrown: Response) => thrown)
    expect((left as Response).headers.get('location')).toBe(LOSS_URL)
    expect(await ledTo('/trade', { cookies: { candor_session: 'x'.repeat(43) } })).toBe(LOSS_URL)
  })

  test('the login page is shown, and the site says that the company winds down', async () => {
    const page = await new Visitor(world).run(loadLogin, '/login')
    expect(page.status).toBe(200)
    const facts = siteContext(world, '/login')
    expect((await loadSite(facts.request, facts.context)).site).toMatchObject({ tenant: { status: 'wind-down' }, trader: null })
  })
})

describe('a trader of a company that winds down', () => {
  test.each(Object.keys(PAGE_ACCESS))('stays: %s', async (page) => {
    expect(await ledTo(page, { cookies: signedIn() })).toBeNull()
  })

  test('deposits: nowhere to send to, what was sent is listed', async () => {
    for (const page of ['/mine/charge', '/mine/charge?type=1']) {
      const { status, data } = await new Visitor(world, { cookies: signedIn() }).run(loadCharge, page)
      expect(status).toBe(200)
      expect(data as DepositData).toMatchObject({ networks: [], accounts: [] })
    }
    const { data } = await new Visitor(world, { cookies: signedIn() }).run(loadCharge, '/mine/charge')
    expect((data as DepositData).records).toHaveLength(1)
  })

  test('a page whose call is refused says why, and is no error', async () => {
    const { status, data } = await new Visitor(world, { cookies: signedIn() }).run(loadInvite, '/mine/invite')
    expect([status, data]).toEqual([200, { reason: WINDING_DOWN }])
  })

  test('withdrawals and chat are there; nobody registers', async () => {
    expect((await new Visitor(world, { cookies: signedIn() }).run(loadWithdraw, '/mine/withdraw')).status).toBe(200)
    expect((await new Visitor(world, { cookies: signedIn() }).run(loadChat, '/mine/chat')).data).toMatchObject({ link: CHAT })
    expect((await new Visitor(world, { cookies: signedIn() }).run(loadRegister, '/register')).location).toBe('/user')
  })
})

test('a company that has closed sends everybody away, from the login page too; a mail of it can be answered', async () => {
  const owner = await world.realTrader('aurora')
  for (const page of ['/', '/login', '/mine/withdraw']) {
    expect(await ledTo(page, { tenant: 'graphite' })).toBe(LOSS_URL)
    expect(await ledTo(page, { tenant: 'graphite', cookies: { candor_session: owner.token } })).toBe(LOSS_URL)
  }
  expect(await ledTo('/alert-mail?key=x', { tenant: 'graphite' })).toBeNull()
})

test('a company at work sends nobody away; a chat on a host that its file does not name is none', async () => {
  expect(await ledTo('/trade', { tenant: 'saffron' })).toBeNull()
  expect((await new Visitor(world, { tenant: 'saffron' }).run(loadChat, '/mine/chat')).data).toMatchObject({ link: null })
})
