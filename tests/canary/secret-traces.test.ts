/** The search that the canary scan rests on: a secret is found however it was written down. */
import { describe, expect, test } from 'vitest'
import { tracesIn } from './secret-traces'

const secret = { name: 'password', value: 'pässword "with" quotes & spaces' }
const around = (text: string) => Buffer.from(`\0\x01before ${text} after\xff`, 'latin1')

describe('a secret is found', () => {
  test.each([
    ['plain', Buffer.from(`x${secret.value}y`)],
    ['in JSON', Buffer.from(JSON.stringify({ a: secret.value }))],
    ['in a query', Buffer.from(`p=${encodeURIComponent(secret.value)}`)],
    ['in base64', around(Buffer.from(secret.value).toString('base64'))],
    ['in base64 of a longer text', around(Buffer.from(`{"password":"${secret.value}"}`).toString('base64'))],
    ['in base64url of a longer text', around(Buffer.from(`ab ${secret.value} c`).toString('base64url'))],
    ['in hex', around(Buffer.from(`a${secret.value}`).toString('hex'))],
  ])('%s', (_way, bytes) => {
    expect(tracesIn(bytes, [secret])).toEqual(['password'])
  })
})

test('another text is not mistaken for it', () => {
  expect(tracesIn(Buffer.from('password with quotes and spaces'), [secret])).toEqual([])
})
