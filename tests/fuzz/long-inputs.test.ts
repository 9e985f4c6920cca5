import { expect, test } from 'vitest'
import { longInput } from './long-inputs'

test('every long request has less than 64 kB, can be sent, and is the same for its number', () => {
  const kinds = new Map<string, number>()
  for (let number = 1; number <= 500; number++) {
    const input = longInput(number)
    kinds.set(input.kind, (kinds.get(input.kind) ?? 0) + 1)
    const headers = Object.entries(input.headers).flat().join('')
    expect(input.path.length + headers.length + Buffer.byteLength(input.body)).toBeLessThan(64 * 1024)
    expect(() => new Headers(input.headers)).not.toThrow()
    expect(input.path).toMatch(/^\/[!-~]*$/)
    expect(longInput(number)).toEqual(input)
  }
  expect([...kinds.keys()].sort()).toEqual(['form', 'frame', 'header', 'json', 'multipart', 'path', 'query'])
})
