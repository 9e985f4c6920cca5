/** The keys of the reconciliation page: j and k through the rows, r to resolve, p to ask the provider. Never while one types. */
import { useBeforePaint } from '../../../ui'
import { isShortcutKey } from '../../../ui/shortcut-key'
import { useLatest } from '../../../ui/use-latest'

type ReconcileKeys = Readonly<Record<'j' | 'k' | 'r' | 'p', () => void>>

export function useReconcileKeys(keys: ReconcileKeys): void {
  const latest = useLatest(keys)
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutKey(event)) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const key = event.key.toLowerCase()
      if (key !== 'j' && key !== 'k' && key !== 'r' && key !== 'p') return
      event.preventDefault()
      latest.current[key]()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
