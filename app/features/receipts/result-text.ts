/** A result as a text file: the verdict, when it was found, and every check with the values behind it. */
import type { FullReport } from './verdict'

interface ResultWords {
  readonly title: string
  readonly verdict: string
  outcome(outcome: string): string
  step(name: string): string
  said(step: FullReport['steps'][number][number]): string
  detail(name: string): string
}

/** Lines end with LF; hashes stand whole. */
export function resultText(report: FullReport, words: ResultWords): string {
  const lines = [words.title, words.verdict, new Date(report.at).toISOString()]
  for (const { place, receipt } of report.receipts) {
    lines.push('', receipt.hash)
    for (const step of report.steps[place] ?? []) {
      lines.push(`${words.outcome(step.outcome)}: ${words.step(step.name)}`, `  ${words.said(step)}`)
      for (const { name, hash, text, count } of step.details ?? []) lines.push(`  ${words.detail(name)}: ${hash ?? text ?? count ?? ''}`)
      for (const { name, kind, outcome } of step.witnesses ?? []) lines.push(`  ${name} (${kind}): ${outcome}`)
      if (step.evidence !== undefined) lines.push('', step.evidence)
    }
  }
  return `${lines.join('\n')}\n`
}
