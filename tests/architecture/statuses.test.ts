import { expect, test } from 'vitest'
import { filesUnder, isTest, withoutComments } from './source-files'

test('where something stands is named (broker/db/statuses.ts), not numbered, in statements and comparisons', () => {
  // In `store` it is what a process ended with.
  const product = filesUnder(['broker']).filter((file) => !isTest(file) && !file.path.startsWith('broker/store/'))
  const numbered = product.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/\bstatus\W{0,3} (?:===?|=|!==?|<>|in) \(?\d(?!\d)/gi)].map(([words]) => `${path}: ${words}`),
  )
  expect(numbered).toEqual([])
})
