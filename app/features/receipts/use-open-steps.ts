/** Which steps show their details: the witnesses and what failed from the start, else as this device last had them. */
import { useState } from 'react'
import { deviceMemory } from './device-memory'
import type { ProofStep } from './log-steps'

const KEY = 'candor.proof.open'

type Open = Readonly<Record<string, boolean>>

function kept(): Open {
  try {
    const found: unknown = JSON.parse(deviceMemory()?.getItem(KEY) ?? '{}')
    return typeof found === 'object' && found !== null ? (found as Open) : {}
  } catch {
    return {}
  }
}

export function useOpenSteps(steps: readonly ProofStep[]) {
  const [open, setOpen] = useState<Open>(kept)
  /** A failure is shown again at each check, whatever was closed before. */
  const [closed, setClosed] = useState<{ readonly of: readonly ProofStep[]; readonly names: readonly string[] }>({ of: steps, names: [] })
  const isClosed = (name: string) => closed.of === steps && closed.names.includes(name)
  return {
    isOpen: ({ name, outcome }: ProofStep): boolean => (outcome === 'failed' ? !isClosed(name) : (open[name] ?? name === 'witnesses')),
    toggle(name: string, isOpen: boolean): void {
      const others = closed.of === steps ? closed.names.filter((one) => one !== name) : []
      setClosed({ of: steps, names: isOpen ? others : [...others, name] })
      const next = { ...open, [name]: isOpen }
      setOpen(next)
      try {
        deviceMemory()?.setItem(KEY, JSON.stringify(next))
      } catch {
        // A full or forbidden memory: the next page begins anew.
      }
    },
  }
}
