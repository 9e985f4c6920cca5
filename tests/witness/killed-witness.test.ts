/** A witness that is killed between its file and its answer, and one that is killed at any moment. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runProgram, says } from '../fixtures/child-process'
import { testLog } from '../fixtures/test-log'

const log = testLog('broker.example/log/a')
let closers: (() => unknown)[]
let dir: string
beforeEach(() => {
  closers = []
  dir = mkdtempSync(path.join(tmpdir(), 'witness-'))
})
afterEach(() => {
  for (const close of closers) close()
  rmSync(dir, { recursive: true })
})

async function start(signsBefore: number) {
  const child = runProgram(closers, 'tests/witness/dying-witness-process.ts', dir, log.key.text, String(signsBefore))
  const port = await says(child, /listens at (\d+)\./)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const send = async (body: string): Promise<readonly [number, string] | null> => {
    const response = await fetch(`http://127.0.0.1:${port}/add-checkpoint`, { method: 'POST', body }).catch(() => null)
    return response === null ? null : [response.status, await response.text()]
  }
  return { send, ended, child }
}

test('who is killed before the answer never signs a smaller tree or another one afterwards', { timeout: 60_000 }, async () => {
  const dying = await start(1)
  expect((await dying.send(log.request(0, 90)))?.[0]).toBe(200)
  expect(await dying.send(log.request(90, 100))).toBeNull()
  await dying.ended
  const { send } = await start(100)
  expect(await send(log.request(90, 95))).toEqual([409, '100\n'])
  expect(await send(log.fork(90).request(90, 100))).toEqual([409, '100\n'])
  expect(await send(log.fork(90).request(100, 100))).toEqual([409, '100\n'])
  expect((await send(log.fork(90).request(100, 103)))?.[0]).toBe(422)
  // The log itself asks again and gets what it missed.
  expect((await send(log.request(100, 100)))?.[0]).toBe(200)
})

test('who is killed under many requests has kept everything that it has said', { timeout: 120_000 }, async () => {
  let heard = 0
  for (const killAfter of [3, 11, 24]) {
    const { send, ended, child } = await start(10_000)
    const first = await send(log.request(0, heard + 200))
    const kept = first?.[0] === 409 ? Number(first[1]) : heard + 200
    expect(kept).toBeGreaterThanOrEqual(heard)
    let known = kept
    for (let answers = 0; ; answers++) {
      if (answers === killAfter) child.kill('SIGKILL')
      const answer = await send(log.request(known, known + 1))
      if (answer === null) break
      expect(answer[0]).toBe(200)
      known += 1
    }
    heard = known
    await ended
  }
  const { send } = await start(10_000)
  const [status, size] = (await send(log.request(0, 1)))!
  expect(status).toBe(409)
  expect(Number(size)).toBeGreaterThanOrEqual(heard)
})
