/**
 * The door for the operator's command on the machine itself: a unix socket beside the store, JSON over HTTP, one address a command.
 *
 * Invariant: who may open the socket is decided by the file system alone: it belongs to the owner of the process, and so does the
 * folder that is made for it. The socket of a server that lives is never taken over but by the one that serves in its place; that of
 * one that was killed is replaced.
 */
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { z } from 'zod'
import { loggableError } from '../db/loggable-error'
import { isAnswered } from '../ground/local-sockets'
import type { Logger } from '../ground/logger'

/** `operator` is the name of the account on the machine that gave the command. */
export type OperatorCommand = (input: unknown, operator: string) => Promise<unknown>
export type OperatorCommands = Readonly<Record<string, OperatorCommand>>

/** What a command answers when it will not do what was asked; the operator reads the message. */
export class OperatorRefusal extends Error {
  override name = 'OperatorRefusal'
}

interface OperatorSocketOptions {
  readonly path: string
  /** Takes the socket's place even if somebody still answers there. */
  readonly replaces?: boolean
  readonly commands: OperatorCommands
  readonly logger: Logger
}

/** What systems allow for the path of a socket, less its end; macOS allows the least. */
const MAX_PATH_BYTES = 103
const MAX_BODY_BYTES = 64 * 1024
const PATIENCE_MS = 5_000
const Order = z.object({ operator: z.string().regex(/^[\w.@-]{1,64}$/), input: z.unknown() })

export function operatorSocketPath(dataDir: string): string {
  return path.join(dataDir, 'operator', 'operator.sock')
}

/** Opens the socket and gives the way to close it. Where it cannot be opened, the server runs without it and says so once. */
export async function openOperatorSocket({
  path: file,
  replaces = false,
  commands,
  logger,
}: OperatorSocketOptions): Promise<() => Promise<void>> {
  const without = (reason: string) => {
    logger.warn({ socket: file }, `the operator's command cannot reach this server: ${reason}`)
    return async () => {}
  }
  if (process.platform === 'win32') return without('there are no unix sockets on Windows')
  if (Buffer.byteLength(file) > MAX_PATH_BYTES) return without(`the path of its socket is longer than ${MAX_PATH_BYTES} bytes`)
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    if (!replaces && (await isAnswered(file))) return without('another server holds its socket')
    rmSync(file, { force: true })
    const server = createServer((request, response) => void answer(request, response, commands, logger))
    await listen(server, file)
    return () => close(server, file)
  } catch (error) {
    return without((error as Error).message)
  }
}

function listen(server: Server, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The file is there when `listen` returns, and nobody can have opened it before its mode is set.
    server.listen(file, () => resolve())
    chmodSync(file, 0o600)
    server.unref()
  })
}

function close(server: Server, file: string): Promise<void> {
  const own = inodeOf(file)
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
    // Commands that are under way are finished first.
    server.close(() => {
      clearTimeout(patience)
      // Node has removed the file already; what stands there with another number is another server's.
      if (own !== null && inodeOf(file) === own) rmSync(file, { force: true })
      resolve()
    })
  })
}

function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null
}

async function answer(request: IncomingMessage, response: ServerResponse, commands: OperatorCommands, logger: Logger): Promise<void> {
  const name = (request.url ?? '').slice(1)
  const reply = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify(body))
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined || request.method !== 'POST') return reply(404, { ok: false, message: `there is no command ${name}` })
    const order = Order.safeParse(await readJson(request))
    if (!order.success) return reply(400, { ok: false, message: 'the command could not be read' })
    reply(200, { ok: true, data: (await command(order.data.input, order.data.operator)) ?? null })
  } catch (error) {
    if (error instanceof OperatorRefusal) return reply(200, { ok: false, message: error.message })
    logger.error({ err: loggableError(error), command: name }, "an operator's command failed")
    reply(500, { ok: false, message: 'the command failed; the log of the server says why' })
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
