/** The keys of the risk page: j and k through the rows, s for the switch of the row in focus, h for the halt. Never while one types. */
import { useRef } from 'react'
import { useBeforePaint } from '../../../ui'
import { isShortcutKey } from '../../../ui/shortcut-key'

interface RiskKeys {
  onState(code: string): void
  onHalt(): void
}

const ROW = '[data-risk-row]'

export function useRiskKeys(keys: RiskKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutKey(event)) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const row = document.activeElement?.closest<HTMLElement>(ROW) ?? null
      const key = event.key.toLowerCase()
      if (key === 'j' || key === 'k') moveTo(row, key === 'j' ? 1 : -1)
      else if (key === 's' && row !== null) latest.current.onState(row.dataset.riskRow ?? '')
      else if (key === 'h') latest.current.onHalt()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function moveTo(from: HTMLElement | null, by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)]
  const at = from === null ? -1 : rows.indexOf(from)
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
}
