/** The numbers of a session in a file, one event a line, read again at a start. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type FixNumbers, type FixStore, type KeptMessage, memoryFixStore } from '../../broker/fix/session-store'

type Event =
  | { readonly restart: FixNumbers }
  | { readonly nextIn: number }
  | { readonly nextOut: number; readonly message: KeptMessage | null }

/** @throws Error where it is none: numbers that are guessed would lose messages, or have them come twice. */
function readLine(line: string, place: string): Event {
  try {
    const event: unknown = JSON.parse(line)
    if (typeof event === 'object' && event !== null && ['restart', 'nextIn', 'nextOut'].some((key) => key in event)) return event as Event
  } catch {
    // Said below, with its place.
  }
  throw new Error(`${place}: it does not say the numbers of a FIX session; put the file back, or take it away and agree on new numbers`)
}

/** @throws Error with file and line where the file is no file of numbers. */
export async function fileFixStore(file: string): Promise<FixStore> {
  const memory = memoryFixStore()
  const happen = async (event: Event): Promise<void> => {
    if ('restart' in event) await memory.restart(event.restart)
    else if ('nextIn' in event) await memory.keepIn(event.nextIn)
    else await memory.keepOut(event.nextOut, event.message)
  }
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // The last line may be half of one: then it never happened.
  for (const [index, line] of lines.slice(0, -1).entries()) await happen(readLine(line, `${file}, line ${index + 1}`))
  writeFileSync(
    file,
    lines
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join(''),
  )
  const note = async (event: Event): Promise<void> => {
    appendFileSync(file, `${JSON.stringify(event)}\n`)
    await happen(event)
  }
  return {
    load: memory.load,
    findKept: memory.findKept,
    async restart(numbers) {
      writeFileSync(file, '')
      await note({ restart: numbers })
    },
    keepOut: (nextOut, message) => note({ nextOut, message }),
    keepIn: (nextIn) => note({ nextIn }),
  }
}
