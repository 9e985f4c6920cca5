/**
 * The master key seals every private key that the broker keeps in its store. It comes from the environment; a demo makes its
 * own once and keeps it in a file beside its data that only its owner may read.
 *
 * Invariant: the key is never in the store that it protects, nor in a log or an error.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MASTER_KEY_BYTES = 32
export const MASTER_KEY_FILE = 'master.key'

/** The demo's key, made on first boot. @throws when the file is there and holds no key. */
export function demoMasterKey(dataDir: string): Buffer {
  const file = path.join(dataDir, MASTER_KEY_FILE)
  return readKey(file) ?? makeKey(file)
}

function readKey(file: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`the master key in ${file} cannot be read: ${(error as Error).message}`)
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${file} holds no master key: put the file back, or set MASTER_KEY`)
  return Buffer.from(text, 'hex')
}

function makeKey(file: string): Buffer {
  mkdirSync(path.dirname(file), { recursive: true })
  const key = randomBytes(MASTER_KEY_BYTES)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    // A link appears whole or not at all and never replaces a key: of two servers that start together one wins, both read it.
    linkSync(draft, file)
    return key
  } catch (error) {
    const winner = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKey(file) : null
    if (winner === null) throw error
    return winner
  } finally {
    rmSync(draft, { force: true })
  }
}
