/** The logs that a witness knows, by their public keys: from the command line, a file, or a broker's own statement. */
import { existsSync, readFileSync } from 'node:fs'
import { readBounded } from '../../broker/ground/read-bounded'
import { type NoteKey, parseNoteKey, SIGNATURE_KIND } from '../../rules/log/note'
import { isThisMachine } from '../../rules/this-machine'

/** By the name of the log; a log may have had several keys. */
export type KnownLogs = ReadonlyMap<string, readonly NoteKey[]>

/** @param where it was written, for the sentence. @throws Error for what is no key of a log */
export function readLogKey(text: string, where: string): NoteKey {
  const key = parseNoteKey(text)
  if (key === null) throw new Error(`${where}: "${text}" is no key of a log: name+id+key, as log.keys of a broker.json has it`)
  if (key.kind !== SIGNATURE_KIND.note) throw new Error(`${where}: "${text}" is the key of a witness, not of a log`)
  return key
}

/** A key a line; empty lines and those that begin with # are passed over. @throws Error with file and line */
export function readLogsFile(file: string): NoteKey[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = line.trim()
      return text === '' || text.startsWith('#') ? [] : [readLogKey(text, `${file}, line ${index + 1}`)]
    })
}

export function knownLogs(keys: readonly NoteKey[]): KnownLogs {
  const logs = new Map<string, NoteKey[]>()
  for (const key of keys) logs.set(key.name, [...(logs.get(key.name) ?? []), key])
  return logs
}

const MAX_STATEMENT_BYTES = 1_000_000
const TIMEOUT_MS = 15_000

/** The keys that a broker says its log has. @param address https://host, or http on this machine. @throws Error with what is wrong */
export async function askBroker(address: string): Promise<string[]> {
  if (!URL.canParse(address)) throw new Error(`--broker ${address}: write https://host`)
  const { protocol, hostname, origin } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && isThisMachine(hostname.replace(/^\[|\]$/g, ''))))
    throw new Error(`--broker ${address}: write https://host; http is for this machine alone`)
  const url = `${origin}/.well-known/broker.json`
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
  if (response === null) throw new Error(`${url} does not answer`)
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`)
  const statement = await readBounded(response, MAX_STATEMENT_BYTES)
  if (statement === null) throw new Error(`${url} is longer than a statement ever is`)
  const keys = keysIn(statement)
  if (keys === null || keys.length === 0) throw new Error(`${url} names no log`)
  for (const key of keys) readLogKey(key, url)
  return keys
}

function keysIn(text: string): string[] | null {
  try {
    const statement = JSON.parse(text) as { readonly log?: { readonly keys?: unknown } } | null
    const keys = statement?.log?.keys
    return Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? keys : null
  } catch {
    return null
  }
}
