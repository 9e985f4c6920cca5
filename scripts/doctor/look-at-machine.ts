/** What of this machine a server leans on: rights, open files, memory, disk, time, the version of Node and the build. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import type { Finding } from '../../broker/readiness/finding'

/** Sockets that a node takes, and as many again for pages, files and the store. */
const OPEN_FILES = 40_000
const DISK_FREE = 0.1
const GIB = 2 ** 30
const LEAST_MEMORY = 2 * GIB

export function lookAtMachine(dataDir: string): Finding[] {
  return [judgeUser(), judgeOpenFiles(), judgeMemory(), judgeDisk(dataDir), judgeTime()].filter((finding) => finding !== null)
}

function judgeUser(): Finding | null {
  if (process.getuid?.() !== 0) return null
  const mend = 'a user of its own: useradd --system candor; User=candor in its unit'
  return { area: 'machine', state: 'lacks', what: 'run as root: a hole in the server would be one in the machine', mend }
}

function judgeOpenFiles(): Finding | null {
  if (!existsSync('/proc/self/limits')) return null
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (soft === undefined || soft === 'unlimited' || Number(soft) >= OPEN_FILES)
    return { area: 'machine', state: 'good', what: `${soft ?? 'enough'} open files` }
  return {
    area: 'machine',
    state: 'lacks',
    what: `only ${soft} open files: each visitor's socket is one`,
    mend: `LimitNOFILE=65536 in its unit, or ulimit -n 65536`,
  }
}

function judgeMemory(): Finding {
  const gib = (totalmem() / GIB).toFixed(1)
  if (totalmem() >= LEAST_MEMORY) return { area: 'machine', state: 'good', what: `${gib} GiB of memory` }
  return { area: 'machine', state: 'lacks', what: `only ${gib} GiB of memory`, mend: 'a machine with 2 GiB or more' }
}

function judgeDisk(dataDir: string): Finding {
  const place = existsSync(dataDir) ? dataDir : path.dirname(dataDir)
  const { bavail, blocks } = statfsSync(place)
  const percent = Math.floor((100 * bavail) / blocks)
  if (bavail / blocks >= DISK_FREE) return { area: 'machine', state: 'good', what: `${percent} % of the disk of ${place} are free` }
  return {
    area: 'machine',
    state: 'lacks',
    what: `only ${percent} % of the disk of ${place} are free`,
    mend: 'move old backups and logs off the machine',
  }
}

function judgeTime(): Finding {
  try {
    const answer = execFileSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 3_000,
    }).trim()
    if (answer === 'yes') return { area: 'clock', state: 'good', what: "this machine's clock is kept by NTP" }
    return { area: 'clock', state: 'lacks', what: "nothing keeps this machine's clock", mend: 'timedatectl set-ntp true' }
  } catch {
    return {
      area: 'clock',
      state: 'unseen',
      what: "whether NTP keeps this machine's clock",
      mend: 'chronyc tracking, or what this system has instead',
    }
  }
}
