import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { entryBundle, parseTilePath, readEntryBundle, type Tile, tilePath, tilesBetween, tilesOf, tileWidth } from './tiles'

test.each([
  ['tile/0/000', { level: 0, index: 0, width: 256 }],
  ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
  ['tile/63/999.p/255', { level: 63, index: 999, width: 255 }],
  ['tile/entries/x001/000.p/1', { level: 'entries', index: 1_000, width: 1 }],
] as const)('%s', (path, tile) => {
  expect(tilePath(tile)).toBe(path)
  expect(parseTilePath(path)).toEqual(tile)
})

test.each([
  '',
  'tile/0',
  'tile/0/0',
  'tile/0/00',
  'tile/0/0000',
  'tile/00/000',
  'tile/01/000',
  'tile/64/000',
  'tile/-1/000',
  'tile/8/0/000',
  'tile/data/000',
  'tile/0/x000/000',
  'tile/0/x000/x000/001',
  'tile/0/001/000',
  'tile/0/x001',
  'tile/0/000.p/0',
  'tile/0/000.p/01',
  'tile/0/000.p/256',
  'tile/0/000.p/',
  'tile/0/000.p/1/',
  'tile/0/000/',
  '/tile/0/000',
  'tile/0/000?x=1',
  'tile/0/x999/x999/x999/x999/x999/999',
  'tile/entries/000.p/-1',
])('"%s" is no path of a tile', (path) => {
  expect(parseTilePath(path)).toBeNull()
})

const anyTile: fc.Arbitrary<Tile> = fc.record({
  level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
  index: fc.maxSafeNat(),
  width: fc.integer({ min: 1, max: 256 }),
})
test.prop([anyTile])('a path names its tile and no other', (tile) => {
  expect(parseTilePath(tilePath(tile))).toEqual(tile)
})

test.each([
  { level: 64, index: 0, width: 1 },
  { level: 0, index: -1, width: 1 },
  { level: 0, index: 0, width: 0 },
  { level: 0, index: 0, width: 257 },
  { level: 0.5, index: 0, width: 1 },
])('%o is no tile', (tile) => {
  expect(() => tilePath(tile)).toThrow(RangeError)
})

test('a tree of 70,000 entries has the tiles that the specification counts', () => {
  const tiles = tilesBetween(0, 70_000)
  const ofLevel = (level: number) => tiles.filter((tile) => tile.level === level).map(({ width }) => width)
  expect(ofLevel(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112])
  expect(ofLevel(1)).toEqual([256, 17])
  expect(ofLevel(2)).toEqual([1])
  expect(ofLevel(3)).toEqual([])
})

test('a tree of 256 entries has a full tile and one hash above it', () => {
  expect(tilesBetween(0, 256)).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 1, index: 0, width: 1 },
  ])
})

test.prop([fc.nat({ max: 200_000 }), fc.nat({ max: 3_000 })])('what grew is written and nothing else', (older, more) => {
  const newer = older + more
  const all = tilesBetween(0, newer)
  const grown = all.filter((tile) => tile.width > tileWidth(tile, older))
  expect(tilesBetween(older, newer)).toEqual(grown)
  expect(all.every((tile) => tile.width === tileWidth(tile, newer))).toBe(true)
})

test('subtrees name the tiles that hold them once', () => {
  expect(
    tilesOf(
      [
        { height: 8, index: 0 },
        { height: 5, index: 8 },
        { height: 0, index: 299 },
      ],
      300,
    ),
  ).toEqual([
    { level: 1, index: 0, width: 1 },
    { level: 0, index: 1, width: 44 },
  ])
})

test.prop([fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 })])('a bundle gives back its entries', (entries) => {
  expect(readEntryBundle(entryBundle(entries))).toEqual(entries)
})

test('a bundle that ends within an entry is none, and no entry is longer than its length can say', () => {
  const bundle = entryBundle([Uint8Array.of(1, 2, 3), Uint8Array.of(4)])
  expect([...bundle]).toEqual([0, 3, 1, 2, 3, 0, 1, 4])
  for (const cut of [1, 2, 4, 6, 7]) expect(readEntryBundle(bundle.subarray(0, cut))).toBeNull()
  expect(readEntryBundle(bundle.subarray(0, 5))).toEqual([Uint8Array.of(1, 2, 3)])
  expect(readEntryBundle(entryBundle([new Uint8Array(65_535)]))?.[0]).toHaveLength(65_535)
  expect(() => entryBundle([new Uint8Array(65_536)])).toThrow(RangeError)
})
