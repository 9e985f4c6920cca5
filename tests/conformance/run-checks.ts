/** Runs checks one after the other and says how each ended. A check that fails does not keep the next ones from running. */
import { type Check, Mismatch, NotChecked } from './check'
import type { Subject } from './subject'

export type CheckResult = { readonly name: string; readonly section: string; readonly milliseconds: number } & (
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'failed'; readonly what: string; readonly expected: string; readonly got: string }
  | { readonly outcome: 'not checked'; readonly needs: string }
)

interface Report {
  readonly results: readonly CheckResult[]
  readonly passed: number
  readonly failed: number
  readonly notChecked: number
}

/** @param only beginnings of names; all checks where there is none. @param told called after each check */
export async function runChecks(
  checks: readonly Check[],
  subject: Subject,
  { only = [], told = () => {} }: { only?: readonly string[]; told?: (result: CheckResult) => void } = {},
): Promise<Report> {
  const results: CheckResult[] = []
  for (const check of checks) {
    if (only.length > 0 && !only.some((beginning) => check.name.startsWith(beginning))) continue
    const result = await runCheck(check, subject)
    results.push(result)
    told(result)
  }
  const count = (outcome: CheckResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  return { results, passed: count('passed'), failed: count('failed'), notChecked: count('not checked') }
}

async function runCheck({ name, section, run }: Check, subject: Subject): Promise<CheckResult> {
  const startedAt = performance.now()
  const facts = () => ({ name, section, milliseconds: Math.round(performance.now() - startedAt) })
  try {
    await run(subject)
    return { ...facts(), outcome: 'passed' }
  } catch (error) {
    if (error instanceof NotChecked) return { ...facts(), outcome: 'not checked', needs: error.needs }
    if (error instanceof Mismatch) return { ...facts(), outcome: 'failed', what: error.what, expected: error.expected, got: error.got }
    // The line broke, or an answer was such that the check could not go on with it.
    return { ...facts(), outcome: 'failed', what: 'the check could not be finished', expected: 'an answer', got: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
