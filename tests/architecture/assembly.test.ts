import { expect, test } from 'vitest'
import { filesUnder, isTest, withoutComments } from './source-files'

/** What reaches a room only because it lay in the bag reaches it unseen, and the second bag covers what the first one held. */
test('the assembly hands every room what it needs by name, and never a bag of everything', () => {
  const spreads = filesUnder(['broker/assembly'])
    .filter((file) => !isTest(file))
    .flatMap(({ path, text }) =>
      withoutComments(text)
        .split('\n')
        .flatMap((line, index) => (/\.\.\.(?:parts|ground)(?![.\w])/.test(line) ? [`${path}:${index + 1}`] : [])),
    )
  expect(spreads).toEqual([])
})
