/** What is wrong with a brand's folder, and how it is said: at boot one line each, by the tenant tool with how to mend it. */

export interface TenantProblem {
  readonly file: string
  /** Place in the file, dotted; empty when the whole file is meant. */
  readonly path: string
  readonly reason: string
  /** What to do about it. */
  readonly mend?: string | undefined
}

/** A value, or everything that keeps it from being read. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly TenantProblem[] }

export function brokenFile(
  file: string,
  reason: string,
  mend?: string,
): { readonly ok: false; readonly problems: readonly TenantProblem[] } {
  return { ok: false, problems: [{ file, path: '', reason, mend }] }
}

/** One line a problem, as it is printed at boot. */
export function describeProblem(problem: TenantProblem): string {
  return printable(`${problem.file}: ${problem.path === '' ? '' : `${problem.path}: `}${problem.reason}`)
}

/** The line, and below it how to mend it. */
export function explainProblem(problem: TenantProblem): string {
  const line = describeProblem(problem)
  return problem.mend === undefined ? line : `${line}\n    mend: ${printable(problem.mend)}`
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
const LONGEST = 1_000

/** A hostile file must not speak to the terminal it is printed on. */
function printable(text: string): string {
  const shown = text.replace(UNPRINTABLE, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`)
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)} …` : shown
}
