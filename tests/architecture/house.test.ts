import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FLOORS } from './floors'
import { drawHouse } from './house-picture'
import { root } from './source-files'

const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

test('the picture of the house shows the rooms as they are (`npx vitest run tests/architecture -u` draws it anew)', async () => {
  await expect(drawHouse()).toMatchFileSnapshot('../../docs/house.svg')
})

test.each(['app', 'broker'] as const)('every room of %s has its line in docs/architecture.md', (zone) => {
  const rooms = FLOORS[zone].flat().map((room) => room.slice(zone.length + 1))
  const named = (room: string): boolean => page.includes(`\`${room}\``) || (room.startsWith('entry.') && page.includes('`entry.*`'))
  expect(rooms.filter((room) => !named(room))).toEqual([])
})
