/** Reads a company's public log over the network, by addresses that say nothing of the receipt. */
import type { KnownLog, LogReader } from './log-steps'

export function readLog({ path }: Pick<KnownLog, 'path'>): LogReader {
  const below = (name: string) => `${path.replace(/\/*$/, '/')}${name}`
  return {
    async tile(name, anew = false) {
      const answer = await fetch(below(name), anew ? { cache: 'reload' } : {})
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
    },
    async newest() {
      const answer = await fetch(below('checkpoint'), { cache: 'no-cache' })
      return answer.ok ? answer.text() : null
    },
  }
}
