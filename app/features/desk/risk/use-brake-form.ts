/** Sends what an operator decides of a brake, and says what became of it. */
import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { BrakeFields } from './brake-sheets'
import type { BrakeAnswer, RiskLayer } from './risk-data'

/** @param onDone told once what a send brought about has happened, with the layer it was sent from */
export function useBrakeForm(layer: RiskLayer | null, onDone: (sentFrom: RiskLayer | null) => void) {
  const fetcher = useFetcher<BrakeAnswer>()
  const [said, setSaid] = useState({ problem: '', done: '' })
  const told = useRef<BrakeAnswer | undefined>(undefined)
  const sentFrom = useRef<RiskLayer | null>(null)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (answer === undefined || told.current === answer) return
    told.current = answer
    setSaid(answer.isDone ? { problem: '', done: answer.message } : { problem: answer.message, done: '' })
    if (answer.isDone) onDone(sentFrom.current)
  }, [answer, onDone])
  return {
    send: (fields: BrakeFields) => {
      sentFrom.current = layer
      fetcher.submit({ ...fields }, { method: 'post' })
    },
    isBusy: fetcher.state !== 'idle',
    ...said,
    forget: () => setSaid({ problem: '', done: '' }),
  }
}
