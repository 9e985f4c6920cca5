/** Any market, order, action or page in a few letters. It leads to where something is done, and does nothing by itself. */
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useMarketFeed } from '../../realtime'
import { Button, ChipGroup, Icon, IconButton, Kbd, media, token } from '../../ui'
import { createDeviceStore, readTexts, useDeviceStore } from '../../ui/device-store'
import { findItems, groupItems, PALETTE_GROUPS, type PaletteGroup, type PaletteItem, readWish } from './palette-items'
import { PaletteRow } from './palette-row'
import { type PaletteSource, usePaletteItems } from './use-palette-items'

const MOST_OF_GROUP = 5
const recent = createDeviceStore<readonly string[]>('candor.palette.recent', [], (found) => readTexts(found, { atMost: 5, longest: 64 }))

const Scrim = styled(Dialog.Backdrop)`
  position: fixed;
  inset: 0;
  background: ${token.surface.scrim};
  z-index: ${token.layer.sheet};
`
const Popup = styled(Dialog.Popup)`
  position: fixed;
  inset: 0;
  z-index: calc(${token.layer.sheet} + 1);
  display: flex;
  flex-direction: column;
  background: ${token.surface.raised};
  --mark-ring: ${token.surface.raised};
  outline: 0;
  transition: opacity 140ms;
  &[data-starting-style], &[data-ending-style] { opacity: 0; }
  ${media.tablet} {
    inset: 96px auto auto 50%;
    width: 680px;
    max-width: calc(100vw - 48px);
    max-height: min(640px, calc(100dvh - 128px));
    transform: translateX(-50%);
    border-radius: ${token.radius.lg};
    box-shadow: ${token.shadow.layer};
    overflow: hidden;
  }
`
const Top = styled.div`
  flex: none;
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 60px;
  padding-inline: ${token.space[4]} ${token.space[2]};
  border-block-end: 1px solid ${token.border.hairline};
  color: ${token.text.muted};
  input {
    flex: 1;
    min-width: 0;
    height: 60px;
    border: 0;
    background: none;
    outline: 0;
    font-size: ${token.type.lg};
    color: ${token.text.primary};
  }
`
const Chips = styled(ChipGroup)`
  flex: none;
  margin: 0;
  padding: ${token.space[3]} ${token.space[4]} ${token.space[2]};
`
const Found = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  position: relative;
  overscroll-behavior: contain;
  padding: 0 ${token.space[2]} ${token.space[3]};
  padding-block-end: max(${token.space[3]}, env(safe-area-inset-bottom));
`
const Title = styled.p`
  padding: ${token.space[3]} ${token.space[2]} ${token.space[1]};
  font-size: ${token.type.xs};
  font-weight: 500;
  color: ${token.text.muted};
`
const Nothing = styled.div`
  display: grid;
  justify-items: start;
  gap: ${token.space[3]};
  padding: ${token.space[4]} ${token.space[2]};
  color: ${token.text.secondary};
`

const Keys = styled.ul`
  display: none;
  ${media.desktop} {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    gap: ${token.space[2]} ${token.space[4]};
    padding: ${token.space[3]} ${token.space[4]};
    border-block-start: 1px solid ${token.border.hairline};
    font-size: ${token.type.xs};
    color: ${token.text.secondary};
    li { display: flex; align-items: center; gap: ${token.space[1]}; }
    li:last-child { margin-inline-start: auto; }
  }
`

/** As they are named on the keyboard, and what each does here. */
const KEYS = [
  { keys: ['↑', '↓'], textKey: 'palette.move' },
  { keys: ['Enter'], textKey: 'palette.open' },
  { keys: ['>'], textKey: 'palette.actionsOnly' },
  { keys: ['#'], textKey: 'palette.ordersOnly' },
  { keys: ['Esc'], textKey: 'shortcut.close' },
] as const

const FILTERS: readonly (PaletteGroup | 'all')[] = ['all', ...PALETTE_GROUPS]
const GROUP_TEXT = {
  all: 'trade:all',
  markets: 'trade:markets',
  orders: 'trade:dock.label',
  actions: 'func:palette.actions',
  pages: 'func:palette.pages',
} as const

interface Section {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

export default function PaletteLayer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('func')
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const close = () => {
    setText('')
    onClose()
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next) return
        // Escape clears what was typed first.
        if (reason === 'escape-key' && text !== '') setText('')
        else close()
      }}
    >
      <Dialog.Portal>
        <Scrim />
        <Popup initialFocus={input} aria-label={t('palette.label')} data-palette="">
          <Palette text={text} onText={setText} onClose={close} input={input} />
        </Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Which row of the list the keys are at, and what they do. With other rows it is the first. */
function useListChoice(shown: readonly PaletteItem[], ofWhat: string, go: (item: PaletteItem, isNewTab: boolean) => void) {
  const listId = useId()
  const [at, setAt] = useState(0)
  const active = shown[Math.min(at, shown.length - 1)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another first.
  useEffect(() => setAt(0), [ofWhat])
  const idOf = (item: PaletteItem) => `${listId}-${item.key.replace(/\W/g, '-')}`
  useEffect(() => {
    if (active !== undefined) document.getElementById(idOf(active))?.scrollIntoView({ block: 'nearest' })
  })
  const press = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }
    const next = moves[event.key]
    if (next !== undefined && shown.length > 0) setAt((next + shown.length) % shown.length)
    else if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) go(active, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return { listId, active, idOf, press }
}

interface PaletteProps {
  text: string
  onText: (text: string) => void
  onClose: () => void
  input: React.RefObject<HTMLInputElement | null>
}

function Palette({ text, onText, onClose, input }: PaletteProps) {
  const { t } = useTranslation(['func', 'public', 'product', 'trade'])
  const navigate = useNavigate()
  const source = usePaletteItems()
  useMarketFeed(source.instruments)
  const [chosen, setChosen] = useState<PaletteGroup | 'all'>('all')
  const { words, group } = readWish(text, chosen)
  const { sections, counts } = useSections(source, words, group)
  const shown = sections.flatMap(({ items }) => items)
  const go = (item: PaletteItem, isNewTab: boolean) => {
    if (item.showsAll === true) {
      setChosen(item.group)
      input.current?.focus()
      return
    }
    recent.set([item.key, ...recent.get().filter((key) => key !== item.key)].slice(0, 5))
    if (isNewTab) {
      window.open(item.href, '_blank', 'noopener')
      return
    }
    onClose()
    navigate(item.href)
  }
  const { listId, active, idOf, press } = useListChoice(shown, `${chosen} ${text}`, go)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const countOf = (each: PaletteGroup | 'all') => (each === 'all' ? total : (counts.get(each) ?? 0))
  return (
    <>
      <Top>
        <Icon name="search" />
        <input
          ref={input as React.RefObject<HTMLInputElement>}
          type="text"
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : idOf(active)}
          placeholder={t('palette.label')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
        />
        <IconButton icon="x" label={t('public:close')} onClick={onClose} />
      </Top>
      <Chips
        label={t('palette.label')}
        options={FILTERS.map((value) => ({
          value,
          label: t(GROUP_TEXT[value]),
          ...(words === '' ? {} : { count: countOf(value) }),
        }))}
        value={group}
        onChange={(next) => setChosen(FILTERS.find((each) => each === next) ?? 'all')}
      />
      <span className="sr-only" role="status">
        {words === '' ? '' : t('palette.results', { number: countOf(group) })}
      </span>
      <Found>
        <div id={listId} role="listbox" aria-label={t('palette.label')}>
          {sections.map(({ title, items }) => (
            <div key={title} {...{ role: 'group', 'aria-label': title }}>
              <Title aria-hidden="true">{title}</Title>
              {items.map((item) => (
                <PaletteRow
                  key={item.key}
                  id={idOf(item)}
                  item={item}
                  words={words}
                  instrument={source.instruments.find(({ code }) => item.group === 'markets' && code === item.code)}
                  isActive={item === active}
                  onChoose={(isNewTab) => go(item, isNewTab)}
                />
              ))}
            </div>
          ))}
        </div>
        {source.hasFailed ? (
          <Nothing role="alert">
            {t('product:error.title')}
            <Button size="sm" onClick={source.again}>
              {t('trade:error.retry')}
            </Button>
          </Nothing>
        ) : null}
        {shown.length === 0 && words !== '' && !source.hasFailed ? <NothingFound words={words} onClose={onClose} /> : null}
      </Found>
      <Keys>
        {KEYS.map(({ keys, textKey }) => (
          <li key={textKey}>
            {keys.map((name) => (
              <Kbd key={name} dir="ltr">
                {name}
              </Kbd>
            ))}
            {t(textKey)}
          </li>
        ))}
      </Keys>
    </>
  )
}

function NothingFound({ words, onClose }: { words: string; onClose: () => void }) {
  const { t } = useTranslation('func')
  const navigate = useNavigate()
  const openMarkets = () => {
    onClose()
    navigate(paths.product())
  }
  return (
    <Nothing>
      {t('palette.none', { query: words })}
      <Button size="sm" onClick={openMarkets}>
        {t('palette.instead')}
      </Button>
    </Nothing>
  )
}

/** Before anything is typed: what was opened last, what is held, and what can be done. */
function useSections(source: PaletteSource, words: string, group: PaletteGroup | 'all') {
  const { t } = useTranslation('func')
  const keys = useDeviceStore(recent)
  const found = words === '' ? source.items : findItems(source.items, words)
  const counts = new Map(PALETTE_GROUPS.map((each) => [each, found.filter((item) => item.group === each).length]))
  if (words !== '' || group !== 'all') {
    const sections = groupItems(found, group, MOST_OF_GROUP).map(({ group: own, items, more }): Section => {
      const label = t('trade:dock.more', { count: items.length + more })
      const rest: readonly PaletteItem[] = more === 0 ? [] : [{ key: `all ${own}`, group: own, label, href: '', showsAll: true }]
      return { title: t(GROUP_TEXT[own]), items: [...items, ...rest] }
    })
    return { sections, counts }
  }
  const last = keys.flatMap((key) => source.items.find((item) => item.key === key) ?? [])
  const held = source.items.filter((item) => item.group === 'markets' && source.heldCodes.has(item.label) && !last.includes(item))
  const pages = source.items.filter((item) => item.group === 'pages' && !last.includes(item)).slice(0, MOST_OF_GROUP)
  const sections: Section[] = [
    { title: t('palette.recent'), items: last },
    { title: t('palette.held'), items: held.slice(0, MOST_OF_GROUP) },
    { title: t(GROUP_TEXT.pages), items: pages },
  ]
  return { sections: sections.filter(({ items }) => items.length > 0), counts }
}
