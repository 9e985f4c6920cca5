/** The state of the check: the text, the keys, and the report that belongs to exactly these. */
import { useRef, useState } from 'react'
import { type CheckReport, type CheckResult, checkReceipts, type InputProblem, MAX_CHARACTERS } from './check-receipts'
import { readGivenKeys, type TrustedKey } from './trusted-keys'

interface ReceiptCheck {
  readonly text: string
  readonly ownText: string
  readonly ownKeys: readonly TrustedKey[] | null
  readonly isChecking: boolean
  readonly report: CheckReport | null
  readonly problem: InputProblem | 'unreadable' | null
  setText(text: string): void
  setOwnText(text: string): void
  check(): void
  checkFile(file: File): void
}

type Shown = CheckResult | { readonly ok: false; readonly problem: 'unreadable' } | null

/** Lets the page answer between two batches of a long list. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

export function useReceiptCheck(published: readonly TrustedKey[]): ReceiptCheck {
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
  const check = async (given: string) => {
    forget()
    const own = run.current
    setChecking(true)
    // Keys that cannot be read are nobody's: the receipt is then checked against none, and the field says why.
    const keys = ownText.trim() === '' ? published : (ownKeys ?? [])
    await breathe()
    const result = await checkReceipts(given, keys, breathe)
    if (run.current !== own) return
    setShown(result)
    setChecking(false)
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
  return {
    text,
    ownText,
    ownKeys,
    isChecking,
    report: shown?.ok ? shown : null,
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
    checkFile: (file) => void checkFile(file),
  }
}
