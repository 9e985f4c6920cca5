/**
 * Lives a trader's whole life on a real server with secrets that are known here, and then looks for each of them in everything the
 * server wrote: its log at the finest level, every byte of its data folder, every row of its store.
 *
 * `node --import tsx tests/canary/scan-secrets.ts`; with CHAOS_DATABASE_URL on a database of its own on that server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { ServerProcess } from '../chaos/server-process'
import { createOnServer } from '../fixtures/test-database'
import { type Canaries, livesAndDies } from './canary-life'
import { type Secret, scanFolder, tracesIn } from './secret-traces'

const PORT = 3176
const serverUrl = process.env.CHAOS_DATABASE_URL

/** Every row of every table as text, large objects included as far as there are any. */
async function dumpTables(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    const dumped: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`)
      for (const { line } of rows) dumped.push(`${name}: ${line}`)
    }
    return dumped.join('\n')
  } finally {
    await client.end()
  }
}

/** A code of six digits is too short to look for in raw bytes; as a word of its own in a text it is looked for. */
function codesIn(text: string, codes: readonly string[]): string[] {
  return codes.filter((code) => new RegExp(`(?<![0-9.])${code}(?![0-9])`).test(text)).map((_code, index) => `code ${index + 1}`)
}

async function scan(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-canary-'))
  const database = serverUrl === undefined ? null : await createOnServer(serverUrl)
  const log: string[] = []
  try {
    const server = await ServerProcess.start({
      port: PORT,
      dataDir,
      databaseUrl: database?.url,
      env: { LOG_LEVEL: 'trace', DEV_TOOLS: '1' },
      onOutput: (text) => log.push(text),
    })
    let canaries: Canaries
    try {
      canaries = await livesAndDies(PORT)
    } finally {
      await server.stop()
    }
    return await report(canaries, dataDir, log.join(''), database === null ? null : await dumpTables(database.url))
  } finally {
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function report({ secrets, codes, control }: Canaries, dataDir: string, log: string, rows: string | null): Promise<number> {
  const folder = scanFolder(dataDir, secrets)
  const inLog = [...tracesIn(Buffer.from(log), secrets), ...codesIn(log, codes)].map((name) => `${name} in the log`)
  const inRows = rows === null ? [] : [...tracesIn(Buffer.from(rows), secrets), ...codesIn(rows, codes)].map((name) => `${name} in a row`)
  const found = [...folder.found, ...inLog, ...inRows]
  for (const line of found) console.log(`FOUND: ${line}`)
  // What is no secret must be found, or the search has looked in the wrong place.
  const isSeeing = controlIsSeen(control, dataDir, rows)
  if (!isSeeing) console.log('the control text was not found: the search does not see the store')
  console.log(
    `${secrets.length} secrets and ${codes.length} codes looked for in ${folder.files} files (${Math.round(folder.bytes / 1e6)} MB), ` +
      `${log.split('\n').length} lines of log${rows === null ? '' : `, ${rows.split('\n').length} rows`}: ${found.length} found`,
  )
  return found.length === 0 && isSeeing ? 0 : 1
}

function controlIsSeen(control: Secret, dataDir: string, rows: string | null): boolean {
  return rows === null ? scanFolder(dataDir, [control]).found.length > 0 : tracesIn(Buffer.from(rows), [control]).length > 0
}

process.exitCode = await scan()
process.exit()
