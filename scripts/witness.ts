/**
 * `npm run witness`: a witness of public logs in one command, for whoever wants to make sure that a broker shows everybody the same
 * history. It signs a log's checkpoints as long as each has grown out of the one before, and keeps the evidence when one has not.
 *
 * Exit code 0 when it was stopped or has printed what was asked, 1 when it could not go on, 2 when the command was not understood.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import { writeDurably } from '../broker/ground/write-durably'
import type { NoteKey } from '../rules/log/note'
import { runUntilStopped } from './command'
import { provenForks } from './witness/evidence'
import { askBroker, knownLogs, readLogKey, readLogsFile } from './witness/known-logs'
import { startWitness } from './witness/serve-witness'
import { logsFileOf, openWitnessFolder, readOrMakeKey } from './witness/witness-folder'

const HELP = `npm run witness -- [options]       watches over logs and signs their checkpoints
npm run witness -- key [options]   prints its public key, as a company's file wants it
  --log name+id+key        a log that it knows, by its key; as often as there are logs
  --logs FILE              more of them, a key a line
  --broker https://host    the log of a broker: shows the keys in its broker.json, and knows them with --trust
  --trust                  believes what --broker shows, now and at every start
  --host, --port           where it listens (127.0.0.1, 3800; port 0: any). Others reach it through a proxy with https
  --folder                 its key, what it has signed and its evidence (.data/witness). Never copy it to run it twice
  --name                   its name, at its first start: like example.org/witness`
const IN_USE =
  'another witness runs on this folder, and two of one key could sign two histories. If none does, on this machine or another, take its file `lock` away'

const text = { type: 'string' } as const

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        log: { ...text, multiple: true, default: [] },
        logs: text,
        broker: text,
        trust: { type: 'boolean', default: false },
        host: { ...text, default: '127.0.0.1' },
        port: { ...text, default: '3800' },
        folder: { ...text, default: '.data/witness' },
        name: text,
        help: { type: 'boolean', default: false },
      },
    })
    const isKnown = positionals.length === 0 || (positionals.length === 1 && positionals[0] === 'key')
    const isPort = /^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535
    if (!isKnown || !isPort || values.help) return null
    return { ...values, folder: path.resolve(root, values.folder), wantsKey: positionals[0] === 'key' }
  } catch {
    return null
  }
}
type Options = NonNullable<ReturnType<typeof readOptions>>

/** Null when the keys of a broker were shown and nobody has trusted them yet. */
async function gatherLogs({ log, logs, broker, trust, folder }: Options): Promise<NoteKey[] | null> {
  if (logs !== undefined && !existsSync(logs)) throw new Error(`--logs ${logs}: there is no such file`)
  const trusted = readLogsFile(logsFileOf(folder))
  const named = [...log.map((key) => readLogKey(key, '--log')), ...(logs === undefined ? [] : readLogsFile(logs))]
  if (broker === undefined) return [...trusted, ...named]
  const keys = await askBroker(broker)
  console.log(`${broker} says that these are the keys of its log:\n${keys.map((key) => `  ${key}`).join('\n')}`)
  if (!trust) {
    console.log('Compare them with what the company has told you by another way, then start again with --trust.')
    return null
  }
  await trustKeys(folder, keys)
  return [...readLogsFile(logsFileOf(folder)), ...named]
}

async function trustKeys(folder: string, keys: readonly string[]): Promise<void> {
  const file = logsFileOf(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = existsSync(file) ? await readFile(file, 'utf8') : ''
  const fresh = keys.filter((key) => !before.split('\n').includes(key))
  if (fresh.length > 0) await writeDurably(file, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${fresh.join('\n')}\n`)
}

function say(line: string): void {
  console.log(`${new Date().toISOString().slice(0, 19)} ${line}`)
}

async function run(options: Options): Promise<void> {
  if (options.wantsKey) return console.log((await readOrMakeKey(options.folder, options.name)).text)
  const keys = await gatherLogs(options)
  if (keys === null) return
  const logs = knownLogs(keys)
  if (logs.size === 0) throw new Error('no log is known: name one with --log, --logs or --broker')
  const { key, trees, evidence, lock } = await openWitnessFolder(options.folder, options.name)
  try {
    // Read before anything is signed: a memory that is broken stops it here.
    for (const origin of logs.keys()) say(`${origin}: signed up to ${trees.newest(origin).size} entries`)
    for (const file of provenForks(evidence)) say(`!!! a log has two histories: ${path.join(evidence, file)}`)
    const { host } = options
    const witness = await startWitness({
      host,
      port: Number(options.port),
      key,
      logs,
      trees,
      evidenceFolder: evidence,
      now: Date.now,
      said: say,
    })
    console.log(`A witness listens at http://${host.includes(':') ? `[${host}]` : host}:${witness.port}, and signs as\n${key.text}`)
    const end = (): void =>
      void witness.close().finally(() => {
        lock.release()
        process.exit(0)
      })
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  } catch (error) {
    lock.release()
    throw error
  }
}

runUntilStopped({ options: readOptions(), help: HELP, inUse: IN_USE, run })
