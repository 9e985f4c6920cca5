import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../contract/tenant'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { paperMarks } from './paper-mark.server'

const root = fileURLToPath(new URL('../../', import.meta.url))
const tenants = testTenants()
const [tenant] = tenants as [Tenant]

// As in a server: the broker's re-encoding of uploads leaves only its own formats open.
beforeAll(() => {
  sharp.block({ operation: ['VipsForeignLoadSvgBuffer'] })
})

test.each(tenants.map(({ id }) => id))('the logo of %s is black on white, with nothing to see through', async (id) => {
  const mark = paperMarks(
    () => readFileSync(`${root}tenants/${id}/logo.svg`),
    (error) => expect.fail(String(error)),
  )
  const bytes = await mark(tenant)
  const { width, height, channels } = await sharp(bytes!).metadata()
  expect([width, height, channels]).toEqual([160, 160, 1])
  const [ink] = (await sharp(bytes!).stats()).channels
  expect([ink!.min < 100, ink!.max]).toEqual([true, 255])
})

test('a coloured PNG is black too: only its transparency is drawn', async () => {
  const red = await sharp({ create: { width: 90, height: 40, channels: 4, background: '#ff2200' } })
    .png()
    .toBuffer()
  const bytes = await paperMarks(
    () => red,
    (error) => expect.fail(String(error)),
  )(tenant)
  const { data } = await sharp(bytes!).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  // In the middle the logo, above it the paper: a wide logo keeps its shape.
  expect([data[80 * 160 + 80], data[5 * 160 + 80]]).toEqual([0, 255])
})

test('a logo that cannot be drawn is told once, and the paper does without', async () => {
  const told: unknown[] = []
  const marks = paperMarks(
    () => Buffer.from('no picture'),
    (error) => told.push(error),
  )
  expect([await marks(tenant), await marks(tenant), told.length]).toEqual([null, null, 1])
})
