import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../../tests/fixtures/create-world'
import { siteContext } from '../../../tests/fixtures/site-visitor'
import { areaOfMobile, loadAreas, wireMobile } from './areas.server'

const HONG_KONG = { country: 'HK', globalCode: '852' }
const BRITAIN = { country: 'GB', globalCode: '44' }
const ITALY = { country: 'IT', globalCode: '39' }

test.each([
  [HONG_KONG, '5555 0134', '85255550134'],
  [HONG_KONG, '+852 5555-0134', '85255550134'],
  [BRITAIN, '07400 123456', '447400123456'],
  [BRITAIN, '(0)7400 123456', '447400123456'],
  [BRITAIN, '+852 5555 0134', '85255550134'],
  [ITALY, '06 6982', '39066982'],
  [ITALY, '312 345 6789', '393123456789'],
  [HONG_KONG, '12', '85212'],
  [undefined, '+44 7400 123456', '447400123456'],
])('a number of %o written %o is %o on the wire', (area, typed, wire) => {
  expect(wireMobile(area, typed)).toBe(wire)
})

describe('the area list', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  test("begins with the company's country and the visitor's, the usual one named, and goes on by names", async () => {
    const { list, usual } = await loadAreas(siteContext(world, '/login', { language: 'jp' }).context)
    expect([list[0]?.country, list[1]?.country, usual]).toEqual(['HK', 'JP', 'JP'])
    expect(list[1]).toMatchObject({ name: '日本', alias: 'Japan', globalCode: '81' })
    const english = await loadAreas(siteContext(world, '/login', { language: 'en' }).context)
    const names = english.list.slice(2).map(({ name }) => name)
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare))
  })

  test('names a country once where company and visitor share it', async () => {
    const { list, usual } = await loadAreas(siteContext(world, '/login', { language: 'hk' }).context)
    expect(list.filter(({ country }) => country === 'HK')).toHaveLength(1)
    expect(list[0]?.id).toBe(usual)
  })

  test('knows the area of a whole number', async () => {
    const areas = await loadAreas(siteContext(world, '/login', { language: 'en' }).context)
    expect(areaOfMobile(areas, '447400123456')?.country).toBe('GB')
    expect(areaOfMobile(areas, '12')).toBeUndefined()
  })
})
