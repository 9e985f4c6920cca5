/** The keys that lead from page to page of the desk, and the list of them with the page's own. None while one types or a layer is open. */
import { useLocation, useNavigate } from '@remix-run/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '../../../../contract/desk/roles'
import { paths } from '../../../addresses/paths'
import { isTyping, Kbd, KeyValueList, Sheet, useBeforePaint } from '../../../ui'
import { useLatest } from '../../../ui/use-latest'
import { deskGroups } from './desk-navigation'

/** Time to press the second key. */
const SECOND_KEY_MS = 1_200

const STEP = { keys: ['j', 'k'], textKey: 'review.keys' } as const
const QUEUE = [STEP, { keys: ['r'], textKey: 'review.reject' }] as const
/** What a page listens to besides. */
const OF_PAGE: Readonly<Record<string, readonly { readonly keys: readonly string[]; readonly textKey: string }[]>> = {
  [paths.desk.deposits()]: QUEUE,
  [paths.desk.withdrawals()]: QUEUE,
  [paths.desk.identity()]: QUEUE,
  [paths.desk.risk()]: [STEP, { keys: ['s'], textKey: 'settings.field.state' }, { keys: ['h'], textKey: 'risk.halt.open' }],
  [paths.desk.reconcile()]: [STEP, { keys: ['r'], textKey: 'reconcile.resolveAs' }, { keys: ['p'], textKey: 'reconcile.ask' }],
}

interface DeskKeysProps {
  readonly permissions: readonly Permission[]
  readonly company: string
}

export function DeskKeys({ permissions, company }: DeskKeysProps) {
  const { t } = useTranslation('desk')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isListed, setIsListed] = useState(false)
  const pages = deskGroups(permissions).flatMap(({ entries }) => entries.filter(({ letter }) => letter !== undefined))
  useDeskKeys({
    go: (letter) => {
      const page = pages.find((one) => one.letter === letter)
      if (page !== undefined) navigate(page.href({ company }))
      return page !== undefined
    },
    list: () => setIsListed(true),
  })
  const rows = [
    ...(OF_PAGE[pathname] ?? []).map(({ keys, textKey }) => ({ keys, label: t(textKey) })),
    { keys: ['/'], label: t('shell.keys.search') },
    ...pages.map(({ key, letter = '' }) => ({ keys: ['g', letter], label: t(`shell.${key}`) })),
    { keys: ['?'], label: t('shell.keys.list') },
  ]
  return (
    <Sheet open={isListed} onClose={() => setIsListed(false)} title={t('shell.keys.title')} closeLabel={t('public:close')}>
      <KeyValueList
        rows={rows.map(({ keys, label }) => ({
          key: keys.join(' '),
          label,
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

interface Pressed {
  /** False where the letter leads nowhere. */
  go(letter: string): boolean
  list(): void
}

function useDeskKeys(pressed: Pressed): void {
  const latest = useLatest(pressed)
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY)
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
      if (!isPlain || isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const wasGo = event.timeStamp - firstKeyAt.current < SECOND_KEY_MS
      firstKeyAt.current = Number.NEGATIVE_INFINITY
      if (event.key === 'g' && !wasGo) firstKeyAt.current = event.timeStamp
      else if (wasGo ? latest.current.go(event.key) : event.key === '?') {
        if (!wasGo) latest.current.list()
      } else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the keys of a page: after `g`, `r` leads to the risks and rejects nothing.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
}
