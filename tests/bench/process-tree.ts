/** What the processes of a server take, as Linux counts it: those that it started are its own. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface ProcessUse {
  readonly pid: number
  /** `node`, or what the process calls itself: `postgres: checkpointer`. */
  readonly name: string
  /** Megabytes of memory, what is shared divided among those who share it (PSS). */
  readonly megabytes: number
  /** Milliseconds of processor since it began. */
  readonly cpuMs: number
}

/** What Linux counts processor time in, whatever the machine. */
const TICKS_PER_SECOND = 100

/** The process and all below it; one that ends meanwhile is left out. */
export function processTree(root: number): ProcessUse[] {
  return [root, ...childrenOf(root).flatMap((child) => processTree(child).map(({ pid }) => pid))].flatMap((pid) => useOf(pid) ?? [])
}

function childrenOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    return tasks.flatMap((task) => numbersIn(readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')))
  } catch {
    return []
  }
}

const numbersIn = (text: string): number[] => text.split(' ').filter(Boolean).map(Number)

function useOf(pid: number): ProcessUse | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything: the third field on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return {
      pid,
      name: nameOf(command),
      megabytes: Number(pss) / 1024,
      cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND,
    }
  } catch {
    return null
  }
}

/** A connection of PostgreSQL calls itself by whom it serves and what it does at the moment: they are one part. */
function nameOf(command: string): string {
  if (command.startsWith('postgres: '))
    return /^postgres: (checkpointer|background writer|walwriter|autovacuum launcher)/.exec(command)?.[0] ?? 'postgres: connections'
  return path.basename(command.split(' ')[0] ?? '')
}
