/**
 * What an audit has found so far, a line a part in a file, so that one that was interrupted can go on. Gone when the audit has ended.
 *
 * Only parts that take time are kept, each under a name that is another one when any of its accounts has moved meanwhile: what is
 * known of it is then looked at again. Links are written once. Where the file cannot be written, nothing is kept.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { type AuditPart, nameOf, type PartResult } from './audit-part'

interface KeptLine {
  readonly name: string
  readonly result: PartResult
}

interface KeptParts {
  /** How many were found in the file. */
  readonly found: number
  known(part: AuditPart): PartResult | undefined
  keep(part: AuditPart, result: PartResult): void
  /** The audit has ended: nothing is left to go on with. */
  drop(): void
}

/** @param goesOn whether what an earlier audit left is used; else it is forgotten */
export function openKeptParts(file: string, goesOn: boolean): KeptParts {
  const known = new Map(goesOn ? readLines(file).map(({ name, result }) => [name, result]) : [])
  const isKept = canWrite(file, !goesOn || known.size === 0)
  return {
    found: known.size,
    known: (part) => known.get(nameOf(part) ?? ''),
    keep(part, result) {
      const name = nameOf(part)
      if (name === null || known.has(name) || !isKept) return
      appendFileSync(file, `${JSON.stringify({ name, result } satisfies KeptLine)}\n`)
    },
    drop: () => rmSync(file, { force: true }),
  }
}

export const hasKeptParts = (file: string): boolean => existsSync(file) && readLines(file).length > 0

function canWrite(file: string, isNew: boolean): boolean {
  try {
    appendFileSync(file, '', { flag: isNew ? 'w' : 'a', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** A line that was cut off by the interruption is looked at again. */
function readLines(file: string): KeptLine[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as KeptLine]
      } catch {
        return []
      }
    })
}
