/**
 * `npm run operator -- …`: what is done on the machine of a running server, over the socket in its DATA_DIR: who may sign in at the
 * desk, and looking after people's papers.
 * Exit code 0 when it was done, 1 when the server refused, 2 when the command was not understood or nothing could be reached.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../app/process/env.server'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import { endWith } from './command'
import { ACCOUNTS_USAGE, type AskedCommand, accountCommand } from './operator-accounts'
import { NotReached, sendCommand } from './send-command'

const USAGE = `${ACCOUNTS_USAGE}

npm run operator -- identity <command>
  list [--tenant T] [--status waiting|finished|rejected]   cases, the longest waiting first
  show <tenant> <case> [--full]                            name and masked number; --full shows the number and is logged
  image <tenant> <case> front|reverse --out FILE           writes a picture (WebP) to a new file and is logged
  approve <tenant> <case>
  reject <tenant> <case> --reason "what to do better"      the trader reads the reason`

class NotUnderstood extends Error {}

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
  const { command, input, show } = readCommand(process.argv.slice(2))
  const reply = await sendCommand(dataDir, command, input)
  if (!reply.ok) {
    console.error(reply.message)
    return 1
  }
  await show(reply.data)
  return 0
}

function readCommand(args: readonly string[]): AskedCommand {
  const { values, positionals } = parse(args)
  if (positionals[0] !== 'identity') {
    const asked = accountCommand(positionals, values)
    if (asked === undefined) throw new NotUnderstood(USAGE)
    return asked
  }
  const [tenantFlag] = values.tenant ?? []
  const [, verb, tenant, caseId, side, ...rest] = positionals
  if (rest.length > 0) throw new NotUnderstood(USAGE)
  if (verb === 'list' && tenant === undefined) {
    const input = { ...(tenantFlag && { tenant: tenantFlag }), ...(values.status && { status: values.status }) }
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
        tenant: { type: 'string', multiple: true },
        role: { type: 'string', multiple: true },
        display: { type: 'string' },
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
  console.log(`wrote ${file}: delete it when you have read it`)
}

endWith(run(), { code: 2, known: [NotUnderstood, NotReached] })
