import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type BodiesUnderWay, BodyBound, BodyTooLarge } from './node-web.server'
import { BODY_LIMITS } from './server-limits'

const MB = 1024 * 1024
const FORM = 'application/x-www-form-urlencoded'

async function readAll(bound: BodyBound, source: Readable, type = 'image/png'): Promise<number> {
  let bytes = 0
  for await (const chunk of bound.read(source, type)) bytes += chunk.byteLength
  return bytes
}

describe('all bodies together', () => {
  test('what comes beyond their bound is turned away, and what was read before it is whole', async () => {
    const all: BodiesUnderWay = { most: 3 * MB, bytes: 0 }
    // Two that have sent two thirds of the bound and are not done.
    const slow = [1, 2].map(() => {
      const source = new Readable({ read() {} })
      const bound = new BodyBound(8 * MB, all)
      source.push(Buffer.alloc(MB))
      return { source, bound, bytes: readAll(bound, source) }
    })
    await expect.poll(() => all.bytes).toBe(2 * MB)
    const late = new BodyBound(8 * MB, all)
    await expect(readAll(late, Readable.from([Buffer.alloc(MB), Buffer.alloc(1)]))).rejects.toBeInstanceOf(BodyTooLarge)
    expect(late.broken).toBe('too-many')
    for (const { source } of slow) source.push(null)
    expect(await Promise.all(slow.map(({ bytes }) => bytes))).toEqual([MB, MB])
    expect(slow.map(({ bound }) => bound.broken)).toEqual([null, null])
    expect(all.bytes).toBe(0)
    expect(await readAll(new BodyBound(8 * MB, all), Readable.from([Buffer.alloc(2 * MB)]))).toBe(2 * MB)
  })

  test('are bound, on every server, to a dozen pictures', () => {
    expect(BODY_LIMITS.together).toBeLessThanOrEqual(128 * MB)
  })
})

test('one body is bound by its bytes and by its fields', async () => {
  const all: BodiesUnderWay = { most: 128 * MB, bytes: 0 }
  const long = new BodyBound(10, all)
  await expect(readAll(long, Readable.from([Buffer.alloc(11)]))).rejects.toBeInstanceOf(BodyTooLarge)
  const many = new BodyBound(MB, all, 3)
  await expect(readAll(many, Readable.from([Buffer.from('a=1&b=2&c=3&d=4&e=5')]), FORM)).rejects.toBeInstanceOf(BodyTooLarge)
  expect([long.broken, many.broken, all.bytes]).toEqual(['too-large', 'too-large', 0])
})
