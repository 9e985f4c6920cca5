/** Programs in Go that check ours: where the compiler is, and what it builds. Needs Go and golang.org/x/mod where Debian puts it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const GO_PATH = '/usr/share/gocode'
/** Kept between runs: the second takes a second. */
const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/candor-go')

/** Null where programs can be built; else what is missing. */
export function missingGo(): string | null {
  const hasLibrary = existsSync(path.join(GO_PATH, 'src/golang.org/x/mod/sumdb/tlog'))
  return hasLibrary && spawnSync('go', ['version']).status === 0 ? null : 'install golang-go and golang-golang-x-mod-dev'
}

/** @param folder of the program's files. @throws Error when it cannot be built */
export function buildGo(folder: string, program: string): void {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.go'))
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH, GOCACHE: CACHE, GOFLAGS: '' }
  const built = spawnSync('go', ['build', '-o', program, ...sources], { cwd: folder, encoding: 'utf8', env })
  if (built.status !== 0) throw new Error(`${folder} could not be built: ${built.stderr}`)
}
