/** The numbers of a session in a file, one event a line, read again at a start. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type FixNumbers, type FixStore, type KeptMessage, memoryFixStore } from '../../broker/fix/session-store'

type Event =
  | { readonly restart: FixNumbers }
  | { readonly nextIn: number }
  | { readonly nextOut: number; readonly message: KeptMessage | null }

export async function fileFixStore(file: string): Promise<FixStore> {
  const memory = memoryFixStore()
  const happen = async (event: Event): Promise<void> => {
    if ('restart' in event) await memory.restart(event.restart)
    else if ('nextIn' in event) await memory.keepIn(event.nextIn)
    else await memory.keepOut(event.nextOut, event.message)
  }
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // The last line may be half of one: then it never happened.
  for (const line of lines.slice(0, -1)) await happen(JSON.parse(line) as Event)
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
