import { expect, test } from 'vitest'
import { keyOf } from './not-me-key'

test.each([
  ['abc-DEF_1', 'abc-DEF_1'],
  ['  abc  ', 'abc'],
  ['#abc', 'abc'],
  ['#key=abc', 'abc'],
  ['https://aurora.example/not-me#abc', 'abc'],
  ['https://aurora.example/not-me?lng=en#key=abc&x=1', 'abc'],
  ['', ''],
  ['#', ''],
  ['a b', ''],
  ['<script>', ''],
  ['a'.repeat(129), ''],
])('the key of %o is %o', (pasted, key) => expect(keyOf(pasted)).toBe(key))
