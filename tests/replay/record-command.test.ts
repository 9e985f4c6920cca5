/** `npm run record` as a process: killed in the middle, gone on with, stopped, and played again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTapes } from '../fixtures/whole-tapes'

const root = path.join(import.meta.dirname, '../..')
let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-record-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function record(...args: readonly string[]): { child: ChildProcess; said: () => string; ended: Promise<number | null> } {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, HOME: process.env.HOME, FEED: 'simulated' }
  const options = { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/record.ts', ...args], options)
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part))
  return { child, said: () => text, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

const tickLines = () =>
  existsSync(path.join(folder, 'BTCUSDT'))
    ? readdirSync(path.join(folder, 'BTCUSDT')).flatMap((name) =>
        readFileSync(path.join(folder, 'BTCUSDT', name), 'utf8')
          .split('\n')
          .filter((line) => /^\d.*,simulated$/.test(line)),
      ).length
    : 0

test('a recorder that is killed leaves whole ticks, the next one goes on, and all of them are played', { timeout: 120_000 }, async () => {
  const args = ['--to', folder, '--codes', 'BTCUSDT'] as const
  const first = record(...args)
  await expect.poll(tickLines, { timeout: 60_000 }).toBeGreaterThan(5)
  const other = record(...args)
  expect(await other.ended).toBe(1)
  expect(other.said()).toContain('another process records into this folder')
  first.child.kill('SIGKILL')
  await first.ended
  const before = readTapes(folder)[0]?.ticks ?? []
  expect(before.length).toBeGreaterThan(5)

  const second = record(...args)
  await expect.poll(tickLines, { timeout: 60_000 }).toBeGreaterThan(before.length + 5)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  const [tape] = readTapes(folder)
  expect(tape).toMatchObject({ symbol: 'BTCUSDT', isSimulated: true })
  expect(tape?.ticks.slice(0, before.length)).toEqual(before)
  expect(tape?.ticks).toHaveLength(tickLines())
})

test.each([
  ['no folder', [], 2, 'npm run record -- --to DIR'],
  ['an instrument that has no price', ['--codes', 'NOTHING'], 1, 'there is no price of NOTHING'],
  ['a market file that is not there', ['--market', 'nowhere.json'], 1, 'nowhere.json'],
])('%s is a sentence', { timeout: 60_000 }, async (_, args, code, sentence) => {
  const { ended, said } = record(...(code === 2 ? args : ['--to', folder, ...args]))
  expect(await ended).toBe(code)
  expect(said()).toContain(sentence)
})
