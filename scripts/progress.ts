/** How far a long command has come, for whoever waits at a terminal: one line of standard error that is written anew. */

export interface Progress {
  /** Written at once at a terminal; elsewhere, and only where it was asked for, every five seconds. */
  say(text: string): void
  /** Wipes the line, so that what the command says stands alone. */
  end(): void
}

const EVERY_MS = 200
const EVERY_ELSEWHERE_MS = 5_000

/** Megabytes of a copy, by what is being done with them. */
export function bytesProgress({ say }: Progress): (doing: string, bytes: number) => void {
  const sums = new Map<string, number>()
  return (doing, bytes) => {
    const sum = (sums.get(doing) ?? 0) + bytes
    sums.set(doing, sum)
    say(`${Math.round(sum / 1e6).toLocaleString('en')} MB ${doing}`)
  }
}

/** @param isWanted also where nobody may be looking (`--progress`) */
export function openProgress(isWanted = false): Progress {
  const isTerminal = process.stderr.isTTY === true
  const every = isTerminal ? EVERY_MS : EVERY_ELSEWHERE_MS
  let saidAt = Number.NEGATIVE_INFINITY
  let isWritten = false
  return {
    say(text) {
      if ((!isTerminal && !isWanted) || performance.now() - saidAt < every) return
      saidAt = performance.now()
      process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
      isWritten = true
    },
    end() {
      if (isTerminal && isWritten) process.stderr.write('\r\u001b[K')
      isWritten = false
    },
  }
}
