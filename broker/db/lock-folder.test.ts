import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from './lock-folder'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lockFile = () => join(folder, 'lock')
const writeHolder = (holder: Record<string, unknown>) =>
  writeFileSync(lockFile(), JSON.stringify({ token: 'other', pid: process.pid, startedAt: '1', host: hostname(), ...holder }))

/** The number of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

test('nobody else on the machine enters the folder, also one that was open to all before', () => {
  chmodSync(folder, 0o755)
  lockFolder(folder).release()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

describe('one process a folder', () => {
  test('the second is refused with the holder and what to do, and leaves nothing behind', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(FolderInUseError)
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${process.pid} on ${hostname()}. Stop that server first`)
    expect(readdirSync(folder)).toEqual(['lock'])
    lock.release()
    expect(existsSync(lockFile())).toBe(false)
  })

  test('a folder that does not exist yet is made, and a released one can be locked again', () => {
    const deep = join(folder, 'a', 'b')
    lockFolder(deep).release()
    lockFolder(deep).release()
    expect(readdirSync(deep)).toEqual([])
  })

  test('the lock of a process that was killed is taken over', () => {
    writeHolder({ pid: deadPid() })
    const lock = lockFolder(folder)
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
    expect(readdirSync(folder)).toEqual(['lock'])
    lock.release()
  })

  test('a process number that was given to another process since does not keep the lock alive', () => {
    writeHolder({ pid: process.pid, startedAt: '1' })
    lockFolder(folder).release()
  })

  test('an unreadable lock is nobody’s', () => {
    writeFileSync(lockFile(), '')
    lockFolder(folder).release()
  })

  test('the lock of another machine is left alone, whatever its process number', () => {
    writeHolder({ pid: deadPid(), host: 'another-machine' })
    expect(() => lockFolder(folder)).toThrow('on another-machine')
    expect(existsSync(lockFile())).toBe(true)
  })

  test('letting go of a lock that somebody else holds by now takes nothing from them', () => {
    const lock = lockFolder(folder)
    writeHolder({ token: 'somebody else' })
    lock.release()
    expect(existsSync(lockFile())).toBe(true)
  })
})

test('of eight processes that find a dead lock at the same moment exactly one gets the folder', async () => {
  writeHolder({ pid: deadPid() })
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('./lock-folder.ts', import.meta.url).href)}
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(process.argv[1]) - Date.now())))
    try { lockFolder(process.argv[2]); console.log('mine') } catch (error) { console.log(error.name) }
    setInterval(() => {}, 1000)`
  const startAt = Date.now() + 4_000
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, String(startAt), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const said = await Promise.all(
    children.map((child) => new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))),
  )
  for (const child of children) child.kill('SIGKILL')
  expect(said.filter((word) => word === 'mine')).toHaveLength(1)
  expect(said.filter((word) => word === 'FolderInUseError')).toHaveLength(7)
}, 60_000)
