import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_ACCESS } from '../../app/platform/route-access'
import routes from '../../app/routes'
import { root } from './source-files'

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

test('pages that open with a later issue are exactly these', () => {
  expect(all.filter(({ file }) => file.endsWith('coming.tsx')).map(({ path: place }) => place)).toEqual(['/feedback'])
})

test("a company's own search opens with a later issue", () => {
  expect(readFileSync(path.join(root, 'app/routes/product.tsx'), 'utf8')).toContain('ComingScreen')
})

test('whatever is no page leads home', () => {
  expect(all.at(-1)?.path).toBe('/*')
})
