/** The five checks of a signed statement, made in this browser once the page stands; null until they are known. */
import { useEffect, useState } from 'react'
import type { ProofStep } from '../../receipts/check-one'
import type { ShownSignature } from './statement-data'

export function useStatementSteps({ text, against }: Pick<ShownSignature, 'text' | 'against'>): readonly ProofStep[] | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly steps: readonly ProofStep[] } | null>(null)
  useEffect(() => {
    let isOver = false
    // What checks is loaded behind the page: the statement is read before it is checked.
    void import('../../receipts/check-one').then(async ({ checkOne }) => {
      const steps = await checkOne(text, against)
      if (!isOver && steps !== null) setKnown({ of: text, steps })
    })
    return () => {
      isOver = true
    }
  }, [text, against])
  return known?.of === text ? known.steps : null
}
