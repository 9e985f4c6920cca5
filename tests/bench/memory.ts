/** Memory and processor of a fresh server that nobody asks anything, by part: four brands, 33 live instruments. Linux only. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerProcess } from '../chaos/server-process'
import { type ProcessUse, processTree } from './process-tree'
import type { Figure } from './report'

const PORT = 3174
/** What a start has left to do is done by then. */
const SETTLED_MS = 20_000
const MEASURED_MS = 60_000

interface Part {
  readonly megabytes: number
  /** Percent of one core. */
  readonly processor: number
}

export async function measureMemory(): Promise<Figure[]> {
  if (process.platform !== 'linux') throw new Error('only Linux tells what a process takes alone')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-bench-'))
  const empty = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  try {
    const server = await ServerProcess.start({ port: PORT, dataDir })
    try {
      await wait(SETTLED_MS)
      const before = processTree(server.pid)
      await wait(MEASURED_MS)
      const [bare] = processTree(empty.pid ?? 0)
      return figuresOf(partsOf(before, processTree(server.pid)), bare?.megabytes)
    } finally {
      await server.stop()
    }
  } finally {
    empty.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @param bare megabytes of a Node process that does nothing */
function figuresOf(parts: ReadonlyMap<string, Part>, bare: number | undefined): Figure[] {
  const sum = (of: keyof Part) => [...parts.values()].reduce((total, part) => total + part[of], 0)
  const baseline = bare === undefined ? null : { what: 'an empty Node process', value: bare }
  const all = { megabytes: sum('megabytes'), processor: sum('processor') }
  return [['all processes', all] as const, ...parts].flatMap(([name, part]) => [
    { what: `an idle fresh server: memory, ${name}`, value: part.megabytes, unit: 'MB', baseline },
    { what: `an idle fresh server: processor, ${name}`, value: part.processor, unit: '% of a core', baseline: null },
  ])
}

function partsOf(before: readonly ProcessUse[], after: readonly ProcessUse[]): Map<string, Part> {
  const began = new Map(before.map(({ pid, cpuMs }) => [pid, cpuMs]))
  const parts = new Map<string, Part>()
  for (const { pid, name, megabytes, cpuMs } of after) {
    const known = parts.get(name) ?? { megabytes: 0, processor: 0 }
    const processor = ((cpuMs - (began.get(pid) ?? 0)) / MEASURED_MS) * 100
    parts.set(name, { megabytes: known.megabytes + megabytes, processor: known.processor + processor })
  }
  return parts
}
