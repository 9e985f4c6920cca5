/**
 * Which steps of a long run are green is kept by commit, so that a run that was broken off goes on where it stopped.
 *
 * Invariant: only what passed is kept, and only for sources that are exactly those of a commit; a step that failed runs again.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The commit that the sources in a folder are; null where they differ from it, or where there is no repository. */
export function commitOf(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : null
  } catch {
    return null
  }
}

/** @param commit null: nothing is known, and nothing is kept */
export function openKept(folder, commit) {
  const file = commit === null ? null : path.join(folder, `${commit}.json`)
  const read = () => (file !== null && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  const write = (steps) => {
    if (file === null) return
    mkdirSync(folder, { recursive: true })
    // Whole or not at all: the run may be broken off here too.
    writeFileSync(`${file}.new`, `${JSON.stringify(steps, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  }
  return {
    isGreen: (name) => name in read(),
    keep: (name, seconds) => write({ ...read(), [name]: { seconds } }),
    forget: (names) => write(Object.fromEntries(Object.entries(read()).filter(([name]) => !names.includes(name)))),
  }
}

/**
 * Runs those of the steps that are not green yet, in their order.
 * @param steps each with a `name`, and `without`: what it misses here, null for nothing
 * @param run answers whether the step passed
 * @returns the names by what became of them; `before` were green from an earlier run
 */
export function runSteps(steps, kept, run) {
  const told = { passed: [], before: [], failed: [], leftOut: [] }
  for (const step of steps) {
    const { name, without } = step
    if (without !== null) {
      told.leftOut.push(`${name}: ${without}`)
      continue
    }
    if (kept.isGreen(name)) {
      told.before.push(name)
      continue
    }
    const startedAt = Date.now()
    const isGreen = run(step)
    if (isGreen) kept.keep(name, Math.round((Date.now() - startedAt) / 1000))
    told[isGreen ? 'passed' : 'failed'].push(name)
  }
  return told
}
