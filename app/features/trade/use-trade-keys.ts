/** Keys of the trade screen, while no field and no layer has the focus. None of them places an order: Enter on the button does. */
import { useRef } from 'react'
import { isTyping, useBeforePaint } from '../../ui'

interface TradeKeyActions {
  stepInstrument(by: 1 | -1): void
  openTicket(): void
}

export function useTradeKeys(actions: TradeKeyActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (event.key === '[') latest.current.stepInstrument(-1)
      else if (event.key === ']') latest.current.stepInstrument(1)
      else if (event.key === 'b') focusSide('buy')
      else if (event.key === 's') focusSide('sell')
      else if (event.key === 'o') latest.current.openTicket()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The visible one: another layout's buttons are in the page too. */
function focusSide(side: 'buy' | 'sell'): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`button[data-side="${side}"]`)]
  buttons.find((button) => button.offsetParent !== null)?.focus()
}
