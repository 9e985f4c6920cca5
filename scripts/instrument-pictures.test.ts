import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CATALOGUE } from '../broker/market/catalogue'
import { pairPictures } from './instrument-pictures'

const PUBLIC_DIR = path.join(import.meta.dirname, '../public')

test.each(CATALOGUE.map(({ code, logo }) => [code, logo] as const))('%s has its picture, %s, in public/', (_code, logo) => {
  expect(logo).toMatch(/^\/[a-z]+\/[a-z-]+\.svg$/)
  expect(existsSync(path.join(PUBLIC_DIR, logo))).toBe(true)
})

test('the pictures of pairs are as the script draws them, and there are no others', () => {
  const drawn = pairPictures()
  for (const [address, text] of drawn) expect([address, readFileSync(path.join(PUBLIC_DIR, address), 'utf8')]).toEqual([address, text])
  expect(readdirSync(path.join(PUBLIC_DIR, 'instruments')).sort()).toEqual(
    [...drawn.keys()].map((address) => path.basename(address)).sort(),
  )
})
