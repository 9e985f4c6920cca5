/** A second server on a folder that a living one holds must refuse at once and say why; the first must not notice. */
import { ServerProcess } from './server-process'

/** Starts a second server on the same folder and returns what is wrong with how it was refused; empty when nothing is. */
export async function tryToOpenTwice(dataDir: string, port: number): Promise<string[]> {
  const second = ServerProcess.spawn({ port, dataDir })
  const timer = setTimeout(() => second.kill(), 60_000)
  const { code, output } = await second.ended
  clearTimeout(timer)
  const problems: string[] = []
  if (code !== 1) problems.push(`a second server on one folder ended with ${code}, not 1`)
  if (!/is in use by process \d+ on /.test(output)) problems.push(`a second server did not say who holds the folder: ${output.slice(-400)}`)
  if (/at .*\.(ts|js):\d+/.test(output)) problems.push('a second server showed a stack instead of a sentence')
  return problems
}
