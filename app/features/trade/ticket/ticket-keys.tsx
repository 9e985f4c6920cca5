/** Keys of the ticket, while no field and no layer has the focus: the size, and the way to its stops. None of them sends an order. */
import { formatFixed, formatFixedShort } from '../../../../rules/decimal'
import { useBeforePaint } from '../../../ui'
import { clampDecimal, fixDecimal, stepDecimal } from '../../../ui/decimal-text'
import { isShortcutKey } from '../../../ui/shortcut-key'
import { typedDecimal } from '../../../ui/typed-number'
import { useLatest } from '../../../ui/use-latest'
import { useTicket } from './ticket-context'
import { lowestLots } from './ticket-steps'
import { usePresets } from './use-presets'
import { useSizeAddress } from './use-size-address'

const STOPS = { t: 'takeProfit', l: 'stopLoss' } as const
const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/** Where the arrows are nobody else's: at the buttons, or nowhere. */
const isFree = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.closest('button[data-side], main[tabindex]') === target)

export function TicketKeys({ onOpenTicket }: { onOpenTicket: () => void }) {
  const { terms, draft, dispatch } = useTicket()
  useSizeAddress(onOpenTicket)
  const stepLots = (times: number) => {
    const lowest = formatFixed(lowestLots(terms), terms.lotDecimals)
    const from = typedDecimal(draft.lots)
    const next = from === '' ? lowest : stepDecimal(from, formatFixedShort(terms.lotStep), times, terms.lotDecimals)
    const most = formatFixed(terms.maxLots, terms.lotDecimals)
    dispatch({ type: 'lots-typed', lots: fixDecimal(clampDecimal(next, lowest, most), terms.lotDecimals) })
  }
  const { chooseNext } = usePresets()
  const latest = useLatest({ stepLots, chooseNext, isByLots: draft.sizing === 'lots', onOpenTicket })
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutKey(event)) return
      const step = ARROWS[event.key]
      const stop = event.key === 't' || event.key === 'l' ? STOPS[event.key] : undefined
      if (step !== undefined && latest.current.isByLots && isFree(event.target)) latest.current.stepLots(event.shiftKey ? step * 10 : step)
      else if (event.key === 'p') latest.current.chooseNext()
      else if (stop === undefined) return
      else if (!goToStop(stop)) latest.current.onOpenTicket()
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return null
}

/** Switches the stop on where it is off, and goes to its field. False where this layout shows none. */
function goToStop(name: 'takeProfit' | 'stopLoss'): boolean {
  const groups = [...document.querySelectorAll<HTMLElement>(`[data-stop="${name}"]`)]
  const shown = groups.find((group) => group.offsetParent !== null)
  if (shown === undefined) return false
  shown.querySelector<HTMLElement>('[role="switch"][aria-checked="false"]')?.click()
  requestAnimationFrame(() => shown.querySelector<HTMLInputElement>('[role="spinbutton"]')?.select())
  return true
}
