/** The five checks of a signed statement, made in this browser once the page stands; null until they are known. */
import { useEffect, useState } from 'react'
import { useLatest } from '../../../ui/use-latest'
import type { ProofStep } from '../../receipts/check-one'
import type { ShownSignature } from './statement-data'

export function useStatementSteps({ text, against }: Pick<ShownSignature, 'text' | 'against'>): readonly ProofStep[] | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly steps: readonly ProofStep[] } | null>(null)
  const latest = useLatest(against)
  useEffect(() => {
    let isOver = false
    // What checks is loaded behind the page: the statement is read before it is checked.
    // Where it cannot be loaded the statement stays signed and unchecked, as its card says.
    const check = async () => {
      const { checkOne } = await import('../../receipts/check-one')
      const steps = await checkOne(text, latest.current)
      if (!isOver && steps !== null) setKnown({ of: text, steps })
    }
    check().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [text])
  return known?.of === text ? known.steps : null
}
