import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_ACCESS } from '../../app/addresses/route-access'
import routes from '../../app/routes'
import { filesUnder, isTest, root } from './source-files'

interface Entry {
  readonly path?: string
  readonly index?: boolean
  readonly file: string
  readonly children?: readonly Entry[]
}

function pages(entries: readonly Entry[], parent = ''): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const here = entry.path === undefined ? parent : `${parent}/${entry.path}`
    if (entry.children !== undefined && entry.children.length > 0) return pages(entry.children, here)
    return [{ path: here === '' ? '/' : here, file: entry.file }]
  })
}

const all = pages(routes as readonly Entry[])

test('every page of the specification has a route, and its guard is in the access table', () => {
  const served = new Set(all.map(({ path: place }) => place))
  expect(Object.keys(PAGE_ACCESS).filter((place) => !served.has(place))).toEqual([])
})

test('each page has a module of its own: none stands in for another', () => {
  const screens = all.filter(({ path: place }) => Object.hasOwn(PAGE_ACCESS, place)).map(({ file }) => file)
  expect(screens.filter((file, index) => screens.indexOf(file) !== index)).toEqual([])
})

test('every page shows something of its own: none is announced for later', () => {
  expect(all.filter(({ file }) => /coming/i.test(readFileSync(path.join(root, 'app', file), 'utf8'))).map(({ file }) => file)).toEqual([])
})

test('whatever is no page leads home', () => {
  expect(all.at(-1)?.path).toBe('/*')
})

/** The gallery leads to itself alone. */
const DEVELOPERS = 'dev'
/** Tables that are keyed by route: titles, what search engines read. */
const KEYED_BY_ROUTE = ['app/addresses/', 'app/page/page-titles.ts', 'app/features/shell/search-meta.tsx']

test('a link is asked for by name: no screen writes the path of a page', () => {
  const firsts = new Set(
    all.map(({ path: place }) => place.split('/')[1] ?? '').filter((part) => /^[a-z-]+$/.test(part) && part !== DEVELOPERS),
  )
  const written = new RegExp(`(?:href|action|to)(?:=|: )["'\`{]+/(?:${[...firsts].join('|')})(?=[/?"'\`])`)
  const offenders = filesUnder(['app'])
    .filter((file) => !isTest(file) && !KEYED_BY_ROUTE.some((place) => file.path.startsWith(place)))
    .filter(({ text }) => written.test(text))
  expect(offenders.map(({ path: place }) => place)).toEqual([])
})
