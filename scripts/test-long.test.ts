import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (place: string) => readFileSync(new URL(place, import.meta.url), 'utf8')
const JOURNEYS = '../tests/e2e'

test('every journey that leaves something to the long run is one of its steps', () => {
  const leaving = readdirSync(new URL(JOURNEYS, import.meta.url)).filter(
    (file) => file.endsWith('.e2e.ts') && /\b(?:LONG|usuallyOn)\b/.test(read(`${JOURNEYS}/${file}`)),
  )
  expect(leaving.length).toBeGreaterThan(0)
  const steps = read('test-long.mjs')
  const names = leaving.map((file) => file.replace('.e2e.ts', ''))
  // The typed ones are `typed-` and the word that the step names.
  expect(names.filter((name) => !steps.includes(`'${name.replace(/^typed-/, '')}'`))).toEqual([])
})

test('every page that meets only some of the typed texts meets all of them in the long run', () => {
  const steps = read('test-long.mjs')
  const features = readdirSync(new URL('../app/features', import.meta.url), { recursive: true, encoding: 'utf8' })
  const some = features.filter((file) => file.endsWith('.test.tsx') && read(`../app/features/${file}`).includes('someTypedTexts('))
  expect(some.length).toBeGreaterThan(0)
  expect(some.filter((file) => !steps.includes(`'${file.replace('.test.tsx', '')}'`))).toEqual([])
})
