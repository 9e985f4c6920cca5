/** A thread that draws one statement, see paper-maker.server.ts: rows come in, pages go out, and it ends with the last one. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { beginStatement } from './draw-statement'
import type { FromPaper, ToPaper } from './paper-maker.server'
import type { StatementSheet } from './statement-sheet'

// Prices and answers come first where there is not enough processor for all.
if (process.platform === 'linux') setPriority(0, 10)

const say = (message: FromPaper) => parentPort?.postMessage(message)
const drawn = await beginStatement(workerData as StatementSheet)
drawn.document.on('data', (bytes: Uint8Array) => say({ bytes }))
drawn.document.on('end', () => {
  say({ done: true })
  parentPort?.close()
})
say({ taken: true })
let turn = Promise.resolve()
parentPort?.on('message', ({ rows }: ToPaper) => {
  turn = turn.then(async () => {
    if (rows === null) return drawn.end()
    await drawn.draw(rows)
    say({ taken: true })
  })
})
