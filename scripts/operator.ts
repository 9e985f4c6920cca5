/**
 * `npm run operator -- identity …`: what an operator does on the machine of a running server, over the socket in its DATA_DIR.
 * Exit code 0 when it was done, 1 when the server refused, 2 when the command was not understood or nothing could be reached.
 */
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readEnv } from '../app/platform/env.server'
import { operatorSocketPath } from '../broker/identity/operator-socket'

const root = fileURLToPath(new URL('..', import.meta.url))

const USAGE = `usage: npm run operator -- identity <command>
  list [--tenant T] [--status waiting|finished|rejected]   cases, the longest waiting first
  show <tenant> <case> [--full]                            name and masked number; --full shows the number and is logged
  image <tenant> <case> front|reverse --out FILE           writes a picture (WebP) to a new file and is logged
  approve <tenant> <case>
  reject <tenant> <case> --reason "what to do better"      the trader reads the reason`

class NotUnderstood extends Error {}
class NotReached extends Error {}

type Reply = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly message: string }

interface ShownCase {
  readonly tenant: string
  readonly id: string
  readonly uid: string
  readonly status: string
  readonly submittedAt: number
  readonly decidedAt: number | null
  readonly decidedBy: string | null
}

async function run(): Promise<number> {
  const read = await readEnv()
  if (!read.ok) throw new NotReached(read.problems.join('\n'))
  const dataDir = path.resolve(root, read.env.DATA_DIR)
  const { command, input, show } = understood(process.argv.slice(2))
  const reply = await send(dataDir, command, input)
  if (!reply.ok) {
    console.error(reply.message)
    return 1
  }
  show(reply.data)
  return 0
}

interface Wish {
  readonly command: string
  readonly input: Readonly<Record<string, unknown>>
  show(data: unknown): void
}

function understood(args: readonly string[]): Wish {
  const { values, positionals } = parse(args)
  const [area, verb, tenant, caseId, side, ...rest] = positionals
  if (area !== 'identity' || rest.length > 0) throw new NotUnderstood(USAGE)
  if (verb === 'list' && tenant === undefined) {
    const input = { ...(values.tenant && { tenant: values.tenant }), ...(values.status && { status: values.status }) }
    return { command: 'identity.list', input, show: (data) => showList(data as ShownCase[]) }
  }
  if (tenant === undefined || caseId === undefined) throw new NotUnderstood(USAGE)
  const named = { tenant, case: caseId }
  if (verb === 'image') {
    const { out } = values
    if (out === undefined || side === undefined) throw new NotUnderstood(USAGE)
    return { command: 'identity.image', input: { ...named, side }, show: (data) => writePicture(out, (data as { webp: string }).webp) }
  }
  if (side !== undefined) throw new NotUnderstood(USAGE)
  if (verb === 'show') return { command: 'identity.show', input: { ...named, full: values.full }, show: showCase }
  if (verb === 'approve')
    return { command: 'identity.approve', input: named, show: () => console.log(`approved case ${caseId} of ${tenant}`) }
  if (verb === 'reject' && values.reason !== undefined) {
    const input = { ...named, reason: values.reason }
    return { command: 'identity.reject', input, show: () => console.log(`rejected case ${caseId} of ${tenant}`) }
  }
  throw new NotUnderstood(USAGE)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        status: { type: 'string' },
        full: { type: 'boolean', default: false },
        out: { type: 'string' },
        reason: { type: 'string' },
      },
    })
  } catch (error) {
    throw new NotUnderstood(`${(error as Error).message}\n${USAGE}`)
  }
}

function showList(cases: readonly ShownCase[]): void {
  for (const { tenant, id, uid, status, submittedAt, decidedBy } of cases) {
    console.log([tenant, id, uid, status, new Date(submittedAt).toISOString(), decidedBy ?? ''].join('\t'))
  }
  if (cases.length === 0) console.log('no cases')
}

function showCase(data: unknown): void {
  const { tenant, id, uid, status, submittedAt, decidedAt, decidedBy, name, number, reason } = data as ShownCase & Record<string, string>
  console.log(`case       ${id} of ${tenant}`)
  console.log(`trader     ${uid}`)
  console.log(`status     ${status}`)
  console.log(`submitted  ${new Date(submittedAt).toISOString()}`)
  if (decidedAt !== null) console.log(`decided    ${new Date(decidedAt).toISOString()} by ${decidedBy}`)
  if (reason) console.log(`reason     ${reason}`)
  console.log(`name       ${name}`)
  console.log(`number     ${number}`)
}

function writePicture(file: string, webp: string): void {
  try {
    writeFileSync(file, Buffer.from(webp, 'base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new NotReached(`the picture could not be written: ${(error as Error).message}`)
  }
  console.log(`wrote ${file}: delete it when you have looked at it`)
}

function send(dataDir: string, command: string, input: Readonly<Record<string, unknown>>): Promise<Reply> {
  const socketPath = operatorSocketPath(dataDir)
  const body = JSON.stringify({ operator: userInfo().username, input })
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request({ socketPath, method: 'POST', path: `/${command}`, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const reply = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Reply
        if (incoming.statusCode === 200 || reply.ok) resolve(reply)
        else reject(new NotReached(reply.message))
      })
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isNobodyThere = error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
      reject(new NotReached(isNobodyThere ? `no server runs on ${dataDir}: start it, or set DATA_DIR to its folder` : error.message))
    })
    outgoing.end(body)
  })
}

run().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof NotUnderstood || error instanceof NotReached ? error.message : error)
    process.exitCode = 2
  },
)
