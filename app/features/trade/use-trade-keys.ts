/** Keys of the trade screen, while no field and no layer has the focus. None of them places an order: Enter on the button does. */
import { useLatest } from '~/ui/use-latest'
import { useBeforePaint } from '../../ui'
import { isShortcutKey } from '../../ui/shortcut-key'
import { visibleSide } from './ticket/visible-side'

interface TradeKeyActions {
  stepInstrument(by: 1 | -1): void
  openTicket(): void
}

export function useTradeKeys(actions: TradeKeyActions): void {
  const latest = useLatest(actions)
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutKey(event)) return
      if (event.key === '[') latest.current.stepInstrument(-1)
      else if (event.key === ']') latest.current.stepInstrument(1)
      else if (event.key === 'b') visibleSide('buy')?.focus()
      else if (event.key === 's') visibleSide('sell')?.focus()
      else if (event.key === 'o') latest.current.openTicket()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
