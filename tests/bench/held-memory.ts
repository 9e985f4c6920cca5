/** What a process and all that it started hold of memory: shared pages are counted by their share. Linux only. */
import { readdir, readFile } from 'node:fs/promises'

/** Bytes (PSS). */
export async function heldByProcesses(pid: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0))
  }
  const isOurs = (one: number | undefined): boolean => one !== undefined && one > 0 && (one === pid || isOurs(parents.get(one)))
  let kilobytes = 0
  for (const one of parents.keys()) {
    if (!isOurs(one)) continue
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s*(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes * 1_024
}
