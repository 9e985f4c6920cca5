import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrandHistory } from '../../app/brand-files/brand-history.server'
import { type LiveBrands, openLiveBrands } from '../../app/brand-files/live-brands.server'
import { connectBroker } from '../../app/broker-client/connect-broker.server'
import { type LiveHostMap, liveHostMap } from '../../app/door/hosts.server'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { frozenClock } from '../fixtures/frozen-clock'
import { copyBrands, host } from '../fixtures/live-site'
import { REMOTE_ORIGIN } from '../fixtures/remote-broker'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'

let root: string
let brands: LiveBrands
let hosts: LiveHostMap
beforeAll(async () => {
  root = copyBrands()
  brands = await openLiveBrands({
    tenantsDir: path.join(root, 'tenants'),
    themesDir: path.join(root, 'themes'),
    baseDomain: TEST_BASE_DOMAIN,
    scheme: 'http',
    judge: judgeBrand,
    clock: frozenClock(),
    logger: { info() {}, warn() {}, error() {} },
    history: openBrandHistory(path.join(root, 'data')),
  })
  hosts = liveHostMap(brands.tenants, TEST_BASE_DOMAIN)
})
afterAll(async () => {
  await brands.close()
  rmSync(root, { recursive: true, force: true })
})

test('with the broker elsewhere the site reads its brands itself, and an edit is live in their colours', async () => {
  const broker = await connectBroker({ BROKER_ORIGIN: REMOTE_ORIGIN }, () => Promise.reject(new Error('no broker is opened here')))
  expect(broker.brands).toBeNull()
  brands.follow([{ take: ({ tenants }) => hosts.replace(tenants) }])
  const brandOf = () => {
    const site = hosts.siteOf(host('aurora'))
    return site?.kind === 'tenant' ? site.tenant.palette.modes.light.brand : undefined
  }
  const file = path.join(root, 'tenants/aurora/tenant.json')
  const content = JSON.parse(readFileSync(file, 'utf8'))
  expect(brandOf()).toMatch(/^#/)
  writeFileSync(file, JSON.stringify({ ...content, theme: { ...content.theme, light: { ...content.theme.light, brand: '#14213d' } } }))
  await expect.poll(brandOf).toBe('#14213d')
})
