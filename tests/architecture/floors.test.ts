import { describe, expect, test } from 'vitest'
import { FACES } from './faces'
import { FLOORS } from './floors'
import { filesUnder, importsOf, isTest, resolvedImport, type SourceFile } from './source-files'

/** What only tests use stands beside them: a scene, fixtures. */
const isForTests = (file: SourceFile): boolean => isTest(file) || /-(?:scene|fixtures)\.tsx?$/.test(file.path)

describe.each(['app', 'broker'] as const)('the rooms of %s stand on floors', (zone) => {
  const floors = FLOORS[zone]
  const rooms = floors.flat()
  const isOfRoom = (place: string, room: string): boolean => place === room || `${place}.ts` === room || place.startsWith(`${room}/`)
  const roomOf = (place: string): string | undefined =>
    rooms
      .filter((room) => isOfRoom(place, room))
      .reduce<string | undefined>((one, other) => (other.length > (one?.length ?? 0) ? other : one), undefined)
  const floorOf = (room: string): number => floors.findIndex((floor) => floor.includes(room))
  const files = filesUnder([zone]).filter((file) => !isForTests(file))
  const importsInto = (from: readonly SourceFile[]) =>
    from.flatMap((file) =>
      importsOf(file).flatMap(({ specifier }) => {
        const target = resolvedImport(file, specifier)
        return target?.startsWith(`${zone}/`) ? [{ from: file.path, to: target }] : []
      }),
    )
  const imports = importsInto(files)
  const outside = [...filesUnder(['scripts', zone === 'app' ? 'broker' : 'app']), ...filesUnder(['.'], (name) => name === 'server.ts')]
  const importsOutside = importsInto(outside.filter((file) => !isForTests(file)))

  test('every file is in a room of the list, and every room has files', () => {
    expect(files.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([])
    expect(rooms.filter((room) => !files.some(({ path }) => isOfRoom(path, room)))).toEqual([])
  })

  test('a room is entered by its face, and what stands there is used', () => {
    const used = new Set<string>()
    const entered = [...imports, ...importsOutside].flatMap(({ from, to }) => {
      const there = roomOf(to)
      const face = there === undefined || there === roomOf(from) ? undefined : FACES[there]
      if (there === undefined || face === undefined || to.endsWith('.json')) return []
      const file = to.slice(there.length + 1).replace(/\.tsx?$/, '') || 'index'
      used.add(`${there}/${file}`)
      return face.includes(file) ? [] : [`${from} → ${to}`]
    })
    expect(entered).toEqual([])
    const faces = Object.entries(FACES).filter(([room]) => room.startsWith(`${zone}/`))
    expect(faces.flatMap(([room, face]) => face.map((file) => `${room}/${file}`)).filter((file) => !used.has(file))).toEqual([])
  })

  test('an import goes down, or stays in its room', () => {
    const rising = imports.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)]
      return here !== undefined && there !== undefined && here !== there && floorOf(there) <= floorOf(here)
    })
    expect(rising.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})

describe('no circle of files', () => {
  test.each(['app', 'broker', 'contract', 'rules'])('in %s', (zone) => {
    const files = filesUnder([zone]).filter((file) => !isTest(file))
    const stems = new Map(files.map(({ path }) => [path.replace(/(\/index)?\.tsx?$/, ''), path]))
    const below = new Map(
      files.map((file) => [
        file.path,
        importsOf(file).flatMap(({ specifier }) => {
          const target = resolvedImport(file, specifier)
          const found = target === null ? undefined : stems.get(target)
          return found === undefined || found === file.path ? [] : [found]
        }),
      ]),
    )
    const cleared = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
      if (way.includes(file) || cleared.has(file)) return
      for (const next of below.get(file) ?? []) walk(next, [...way, file])
      cleared.add(file)
    }
    for (const { path } of files) walk(path, [])
    expect(circles).toEqual([])
  })
})
