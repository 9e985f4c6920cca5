import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitOf, openKept, runSteps } from './kept-steps.mjs'

let root: string
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@mail.example', ...args], { cwd: root, stdio: 'ignore' })
const write = (text: string) => writeFileSync(path.join(root, 'source.ts'), text)
const keptNow = () => openKept(path.join(root, '.git/kept'), commitOf(root))

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'candor-kept-'))
  git('init')
  write('one')
  git('add', '.')
  git('commit', '-m', 'one')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const STEPS = [
  { name: 'first', without: null },
  { name: 'second', without: null },
  { name: 'needs a server', without: 'name one' },
  { name: 'third', without: null },
]

/** Runs what is left. @returns what was run */
function runAll({ brokenOffAt = '', failing = '' } = {}) {
  const ran: string[] = []
  const told = () =>
    runSteps(STEPS, keptNow(), ({ name }) => {
      if (name === brokenOffAt) throw new Error('broken off')
      ran.push(name)
      return name !== failing
    })
  if (brokenOffAt !== '') expect(told).toThrow('broken off')
  return { ran, told: brokenOffAt === '' ? told() : null }
}

test('a run that was broken off goes on where it stopped', () => {
  expect(runAll({ brokenOffAt: 'second' }).ran).toEqual(['first'])
  expect(runAll()).toEqual({
    ran: ['second', 'third'],
    told: { passed: ['second', 'third'], before: ['first'], failed: [], leftOut: ['needs a server: name one'] },
  })
  expect(runAll().ran).toEqual([])
})

test('a step that failed runs again, and the others do not', () => {
  expect(runAll({ failing: 'second' }).told?.failed).toEqual(['second'])
  expect(runAll().ran).toEqual(['second'])
})

test('another commit has everything before it, and the first one keeps what it has', () => {
  runAll()
  write('two')
  git('commit', '-am', 'two')
  expect(runAll().ran).toEqual(['first', 'second', 'third'])
  git('checkout', 'HEAD~1')
  expect(runAll().ran).toEqual([])
})

test('sources that are no commit are run whole, and keep nothing', () => {
  runAll()
  write('edited')
  expect(runAll().ran).toEqual(['first', 'second', 'third'])
  expect(runAll().ran).toEqual(['first', 'second', 'third'])
  write('one')
  expect(runAll().ran).toEqual([])
})

test('a folder without a repository keeps nothing', () => {
  rmSync(path.join(root, '.git'), { recursive: true })
  expect(commitOf(root)).toBeNull()
})

test('what is asked for again is forgotten, and nothing else', () => {
  runAll()
  keptNow().forget(['second'])
  expect(runAll().ran).toEqual(['second'])
})
