/** Keyboard shortcuts of the whole site and the list of them. None fires while a field has the focus or a layer is open. */
import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { isTyping, Kbd, KeyValueList, Sheet } from '../../ui'

/** Time to press the second key of `g h`. */
const SECOND_KEY_MS = 1_200

const GO: Readonly<Record<string, () => string>> = { h: paths.home, t: paths.trade, o: paths.orders, w: paths.mine.wallet }

const LISTED: readonly { readonly keys: readonly string[]; readonly textKey: string }[] = [
  { keys: ['/'], textKey: 'func:shortcut.search' },
  { keys: ['g', 'h'], textKey: 'func:shortcut.home' },
  { keys: ['g', 't'], textKey: 'func:shortcut.trade' },
  { keys: ['g', 'o'], textKey: 'func:shortcut.orders' },
  { keys: ['g', 'w'], textKey: 'func:shortcut.wallet' },
  { keys: ['1', '2', '3'], textKey: 'order:shortcut.tabs' },
  { keys: ['j', 'k'], textKey: 'order:shortcut.move' },
  { keys: ['e'], textKey: 'order:shortcut.edit' },
  { keys: ['x'], textKey: 'order:shortcut.end' },
  { keys: ['p'], textKey: 'order:shortcut.part' },
  { keys: ['r'], textKey: 'order:shortcut.reverse' },
  { keys: ['a'], textKey: 'order:shortcut.closeAll' },
  { keys: ['m'], textKey: 'order:shortcut.map' },
  { keys: ['?'], textKey: 'func:shortcut.list' },
  { keys: ['Esc'], textKey: 'func:shortcut.close' },
]

function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('[role="search"] input, input[type="search"]')].find(
    (input) => input.offsetParent !== null,
  )
  field?.focus()
  return field !== undefined
}

export function Shortcuts() {
  const { t } = useTranslation('func')
  const navigate = useNavigate()
  const [isListOpen, setIsListOpen] = useState(false)
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      const hasLayer = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
      if (!isPlain || event.defaultPrevented || isTyping(event.target) || hasLayer) return
      const wasGo = event.timeStamp - firstKeyAt.current < SECOND_KEY_MS
      firstKeyAt.current = Number.NEGATIVE_INFINITY
      const target = wasGo ? GO[event.key] : undefined
      if (target !== undefined) {
        event.preventDefault()
        navigate(target())
      } else if (event.key === 'g') {
        firstKeyAt.current = event.timeStamp
      } else if (event.key === '/') {
        event.preventDefault()
        if (!focusSearch()) navigate(paths.product())
      } else if (event.key === '?') {
        event.preventDefault()
        setIsListOpen(true)
      }
    }
    // Before the keys of a screen: after `g`, `o` leads to the orders and opens no ticket.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [navigate])

  return (
    <Sheet open={isListOpen} onClose={() => setIsListOpen(false)} title={t('shortcut.title')} closeLabel={t('public:close')}>
      <KeyValueList
        rows={LISTED.map(({ keys, textKey }) => ({
          key: textKey,
          label: t(textKey),
          value: (
            <bdi>
              {keys.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </bdi>
          ),
        }))}
      />
    </Sheet>
  )
}
