/** The state of the check: the text, the keys, and the report that belongs to exactly these. */
import { useRef, useState } from 'react'
import { type CheckReport, checkReceipts, type InputProblem, MAX_CHARACTERS } from './check-receipts'
import { checkStatement, type StatementReport } from './check-statement'
import { deviceMemory } from './device-memory'
import { type KnownLog, type ProofStep, proofSteps, statementSteps } from './log-steps'
import { readLog } from './read-log'
import { readGivenKeys, type TrustedKey } from './trusted-keys'
import { useWhileWaiting } from './use-while-waiting'
import { type FullReport, verdictOf } from './verdict'

interface ReceiptCheck {
  readonly text: string
  readonly ownText: string
  readonly ownKeys: readonly TrustedKey[] | null
  readonly isChecking: boolean
  readonly report: FullReport | null
  readonly problem: InputProblem | 'unreadable' | null
  setText(text: string): void
  setOwnText(text: string): void
  check(): void
  /** The same text once more; what is shown stays until it is known. */
  again(): void
  checkText(text: string): void
  checkFile(file: File): void
}

/** The checks of each receipt, in the order of the text. */
type AllSteps = readonly (readonly ProofStep[])[]

type Shown = FullReport | { readonly ok: false; readonly problem: InputProblem | 'unreadable' } | null

/** Lets the page answer between two batches of a long list. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

async function stepsOf(report: CheckReport | StatementReport, logs: readonly KnownLog[]): Promise<AllSteps> {
  const { receipts, proofs } = report
  const all: (readonly ProofStep[])[] = []
  for (const [index, checked] of receipts.entries()) {
    if (index % 20 === 19) await breathe()
    const given = {
      checked,
      proof: proofs === null ? undefined : (proofs.get(checked.receipt.hash) ?? null),
      log: logs.find(({ broker }) => broker === checked.receipt.body.broker),
      memory: deviceMemory(),
      readerOf: readLog,
    }
    all.push('sum' in report ? await statementSteps({ ...given, sum: report.sum }) : await proofSteps(given))
  }
  return all
}

export function useReceiptCheck(published: readonly TrustedKey[], logs: readonly KnownLog[] = []): ReceiptCheck {
  const [text, setText] = useState('')
  const [ownText, setOwnText] = useState('')
  const [shown, setShown] = useState<Shown>(null)
  const [isChecking, setChecking] = useState(false)
  // A report about a text or a key that is no longer there must never appear.
  const run = useRef(0)
  const ownKeys = ownText.trim() === '' ? null : readGivenKeys(ownText)

  const forget = () => {
    run.current += 1
    setShown(null)
    setChecking(false)
  }
  const find = async (given: string, own: number, isByItself = false) => {
    setChecking(true)
    // Keys that cannot be read are nobody's: the receipt is then checked against none, and the field says why.
    const keys = ownText.trim() === '' ? published : (ownKeys ?? [])
    await breathe()
    const began = performance.now()
    try {
      const result = (await checkStatement(given, keys, breathe)) ?? (await checkReceipts(given, keys, breathe))
      if (run.current !== own) return
      const steps = result.ok ? await stepsOf(result, logs) : []
      if (run.current !== own) return
      const ms = Math.max(1, Math.round(performance.now() - began))
      setShown(result.ok ? { ...result, steps, ms, at: Date.now(), isByItself } : result)
    } finally {
      if (run.current === own) setChecking(false)
    }
  }
  const check = async (given: string) => {
    forget()
    await find(given, run.current)
  }
  const again = (isByItself = false) => {
    run.current += 1
    void find(text, run.current, isByItself)
  }
  const checkText = (given: string) => {
    setText(given)
    void check(given)
  }
  const checkFile = async (file: File) => {
    forget()
    const own = run.current
    if (file.size > MAX_CHARACTERS) return setShown({ ok: false, problem: 'too_large' })
    const read = await file.text().catch(() => null)
    if (run.current !== own) return
    if (read === null) return setShown({ ok: false, problem: 'unreadable' })
    setText(read)
    await check(read)
  }
  const report = shown?.ok ? shown : null
  useWhileWaiting(report !== null && !isChecking ? verdictOf(report) : null, () => again(true))
  return {
    text,
    ownText,
    ownKeys,
    isChecking,
    report,
    problem: shown === null || shown.ok ? null : shown.problem,
    setText(next) {
      forget()
      setText(next)
    },
    setOwnText(next) {
      forget()
      setOwnText(next)
    },
    check: () => void check(text),
    again: () => again(),
    checkText,
    checkFile: (file) => void checkFile(file),
  }
}
