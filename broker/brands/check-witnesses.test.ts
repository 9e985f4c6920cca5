import { expect, test } from 'vitest'
import { SIGNATURE_KIND, writeNoteKey } from '../../rules/log/note'
import { testKey } from '../../tests/fixtures/test-log'
import { witnessProblems } from './check-witnesses'

const first = testKey('first.example', SIGNATURE_KIND.cosignature)
const second = testKey('second.example', SIGNATURE_KIND.cosignature)
const problems = (...keys: string[]) =>
  witnessProblems({ witnesses: keys.map((key, index) => ({ name: `w${index}`, kind: 'x', url: 'https://w.example', key })) }).map(
    ({ path, reason }) => `${path} ${reason}`,
  )

test.each([
  ['two keys of witnesses', [first.text, second.text], []],
  ['the key of a log', [testKey('log.example', SIGNATURE_KIND.note).text], ['log.witnesses.0.key is the key of a log, not of a witness']],
  [
    'a key with a slip in it',
    [second.text, first.text.replace('first', 'furst')],
    ['log.witnesses.1.key is not a key: a character was lost or changed'],
  ],
  [
    'one key under two names',
    [first.text, writeNoteKey({ ...first.noteKey, name: 'again.example' })],
    ['log.witnesses.1.key another witness signs with this key'],
  ],
])('%s', (_what, keys, expected) => expect(problems(...keys)).toEqual(expected))
