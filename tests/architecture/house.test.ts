import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FLOORS } from './floors'
import { drawHouse } from './house-picture'
import { filesUnder, root } from './source-files'

const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

test('the picture of the house shows the rooms as they are (`npx vitest run tests/architecture -u` draws it anew)', async () => {
  await expect(drawHouse()).toMatchFileSnapshot('../../docs/house.svg')
})

test.each(['app', 'broker'] as const)('every room of %s has its line in docs/architecture.md', (zone) => {
  const rooms = FLOORS[zone].flat().map((room) => room.slice(zone.length + 1))
  const named = (room: string): boolean => page.includes(`\`${room}\``) || (room.startsWith('entry.') && page.includes('`entry.*`'))
  expect(rooms.filter((room) => !named(room))).toEqual([])
})

const pages = filesUnder(['docs'], (name) => name.endsWith('.md')).map((file) => file.path)

test.each([...pages, 'CONTRIBUTING.md', 'README.md', 'tests/README.md'])('every file that %s names is there', (name) => {
  const text = readFileSync(path.join(root, name), 'utf8')
  const named = [...text.matchAll(/`((?:app|broker|contract|rules|tests|docs)\/[\w./-]+)`|\]\((?!https?:|#)([\w./-]+)(?:#[\w-]+)?\)/g)]
  const places = named.map(([, code, link]) => (code === undefined ? path.join(path.dirname(name), link ?? '') : code))
  expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([])
})
