/**
 * Draws a statement in a thread of its own: a page costs more than the turn of a market may wait.
 *
 * Invariants: two are drawn at once at most, and few wait; rows are asked for as they are drawn, and pages are handed on as they are
 * taken, so a long statement is never whole in memory.
 */
import { Worker } from 'node:worker_threads'
import type { SheetRow, StatementSheet } from './statement-sheet'

/** Null: there are no more rows. */
export interface ToPaper {
  readonly rows: readonly SheetRow[] | null
}

export interface FromPaper {
  readonly bytes?: Uint8Array
  /** It is ready for rows. */
  readonly taken?: true
  readonly done?: true
}

export type DrawPaper = (sheet: StatementSheet, rows: AsyncIterable<readonly SheetRow[]>) => ReadableStream<Uint8Array> | 'busy'

/** From the sources a thread has to be told how to read them first. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './paper-thread.mjs' : './paper-thread.js', import.meta.url)
const MOST_AT_ONCE = 2
let running = 0

export const drawPaper: DrawPaper = (sheet, rows) => {
  if (running >= MOST_AT_ONCE) return 'busy'
  running += 1
  const thread = new Worker(THREAD, { workerData: sheet, execArgv: [] })
  const source = rows[Symbol.asyncIterator]()
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    running -= 1
    void thread.terminate()
    void source.return?.()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: unknown) => {
          if (isOver) return
          end()
          controller.error(error)
        }
        thread.on('error', fail)
        thread.on('exit', () => fail(new Error('the thread that draws paper has ended')))
        thread.on('message', ({ bytes, taken, done }: FromPaper) => {
          if (isOver) return
          if (bytes !== undefined) controller.enqueue(bytes)
          if (done) {
            end()
            controller.close()
          }
          if (taken) void sendRows(thread, source, controller).catch(fail)
        })
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 1_000_000 }),
  )
}

const PATIENCE_MS = 50

/** The next rows, once what was drawn has been taken. */
async function sendRows(
  thread: Worker,
  source: AsyncIterator<readonly SheetRow[]>,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Promise<void> {
  while ((controller.desiredSize ?? 0) <= 0) await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const { value, done } = await source.next()
  thread.postMessage({ rows: done ? null : value } satisfies ToPaper)
}
