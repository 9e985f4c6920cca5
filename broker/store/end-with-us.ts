/**
 * Servers that are started here stand in groups of their own, so that Ctrl-C of a terminal does not end them under us. Then they have to
 * be ended by whoever ends without a goodbye: a command that is interrupted, a start that is given up.
 */
import type { ChildProcess } from 'node:child_process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const children = new Set<ChildProcess>()

/** The child is told to end when this process does, for as long as it runs. */
export function endWithUs(child: ChildProcess): void {
  if (children.size === 0) {
    process.on('exit', endAll)
    for (const signal of SIGNALS) process.on(signal, onSignal)
  }
  children.add(child)
  child.once('exit', () => {
    children.delete(child)
    if (children.size > 0) return
    process.removeListener('exit', endAll)
    for (const signal of SIGNALS) process.removeListener(signal, onSignal)
  })
}

function endAll(): void {
  for (const child of children) child.kill('SIGINT')
}

/** Where somebody else listens, they see to a clean end; else it is as if nobody had listened. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  endAll()
  process.removeListener(signal, onSignal)
  process.kill(process.pid, signal)
}
