// The sources of `rules/`, what every number of a broker is worked out by. Plain JavaScript, because the build reads it, too.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The file that the build lays beside the program. */
export const RULES_FILE = 'rules.json'

/**
 * SHA-256 in hex of each source by its path, in the order of the paths; tests are none.
 * @param root the folder of the repository
 */
export function rulesSources(root) {
  const files = readdirSync(path.join(root, 'rules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) =>
      path
        .relative(root, path.join(entry.parentPath ?? entry.path, entry.name))
        .split(path.sep)
        .join('/'),
    )
    .sort()
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(root, file)))
        .digest('hex'),
    ]),
  )
}
