import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { media, token } from './token'

export interface PickerOption<V extends string = string> {
  value: V
  label: ReactNode
  /** Plain text of the option, for searching and for typing its first letters. */
  text: string
  /** Further words under which a search finds it: a code, a name in another language. */
  keywords?: readonly string[]
  caption?: ReactNode
  /** Flag or mark before the words. */
  lead?: ReactNode
  /** At the end of the row: a dialling code. */
  end?: ReactNode
  disabled?: boolean
}

interface PickerPanelProps<V extends string> {
  anchor: RefObject<HTMLElement | null>
  label: string
  options: readonly PickerOption<V>[]
  value: V | null
  closeLabel: string
  searchLabel: string | undefined
  emptyLabel: ReactNode
  onClose: (refocus: boolean) => void
  onChoose: (value: V) => void
}

// The popover attribute puts the panel in the browser's top layer, above any sheet it is opened from, while it stays
// in the document where it belongs: a surrounding dialog still counts it as its own.
const Overlay = styled.div`
  position: fixed;
  inset: 0;
  width: auto;
  height: auto;
  max-width: none;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  overflow: hidden;
  color: ${token.text.primary};
  background: ${token.surface.scrim};
  z-index: ${token.layer.dialog};
  ${media.desktop} { background: none; }
`
const Panel = styled.div`
  position: absolute;
  inset-inline: 0;
  inset-block-end: 0;
  max-height: 80dvh;
  &[data-searchable] { min-height: 60dvh; }
  display: flex;
  flex-direction: column;
  background: ${token.surface.raised};
  border-radius: ${token.radius.lg} ${token.radius.lg} 0 0;
  box-shadow: ${token.shadow.layer};
  --mark-ring: ${token.surface.raised};
  animation: candor-rise ${token.motion.layer} ${token.motion.enter};
  ${media.tablet} { max-width: 560px; margin-inline: auto; }
  ${media.desktop} {
    inset: auto;
    &[data-searchable] { min-height: 0; }
    left: var(--x);
    top: var(--y);
    width: var(--w);
    max-height: var(--h);
    margin: 0;
    border-radius: ${token.radius.md};
    box-shadow: ${token.shadow.float};
    animation: candor-drop ${token.motion.move} ${token.motion.enter};
  }
`
const PanelHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding-inline: ${token.space[4]} 6px;
  min-height: 52px;
  flex: none;
  font-size: ${token.type.lg};
  font-weight: 600;
  ${media.desktop} { display: none; }
`
const Search = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  flex: none;
  height: 48px;
  padding-inline: ${token.space[4]};
  border-block-end: 1px solid ${token.border.hairline};
  color: ${token.text.muted};
  input {
    flex: 1;
    min-width: 0;
    border: 0;
    background: none;
    outline: 0;
    align-self: stretch;
    font-size: ${token.type.lg};
    color: ${token.text.primary};
    ${media.desktop} { font-size: ${token.type.md}; }
  }
  input::placeholder { color: ${token.text.muted}; opacity: 1; }
  ${media.desktop} { height: 42px; padding-inline: 12px; }
`
const Options = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  position: relative;
  overscroll-behavior: contain;
  padding-block: 6px;
  padding-block-end: max(6px, env(safe-area-inset-bottom));
  outline: 0;
`
const Option = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 48px;
  padding: 6px ${token.space[4]};
  cursor: pointer;
  line-height: 1.35;
  ${media.desktop} { min-height: 38px; padding-inline: 12px; }
  > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; }
  > em { direction: ltr; unicode-bidi: isolate; font-style: normal; color: ${token.text.secondary}; font-variant-numeric: tabular-nums; font-size: ${token.type.sm}; }
  > svg { color: ${token.brand.text}; }
  &[data-active] { background: ${token.surface.hover}; }
  &[aria-selected='true'] { background: ${token.brand.soft}; }
  &[aria-selected='true'][data-active] { box-shadow: inset 0 0 0 1px ${token.brand.line}; }
  &[aria-disabled='true'] { color: ${token.text.disabled}; cursor: not-allowed; }
`
const Nothing = styled.p`
  padding: ${token.space[6]} ${token.space[4]};
  text-align: center;
  color: ${token.text.secondary};
  font-size: ${token.type.sm};
`

function placeBeside(anchor: HTMLElement, panel: HTMLElement): void {
  const box = anchor.getBoundingClientRect()
  const width = Math.min(Math.max(320, box.width), window.innerWidth - 16)
  const below = window.innerHeight - box.bottom - 12
  const above = box.top - 12
  const height = Math.min(400, Math.max(below, above))
  const opensUp = below < Math.min(240, panel.scrollHeight) && above > below
  const startX = getComputedStyle(anchor).direction === 'rtl' ? box.right - width : box.left
  panel.style.setProperty('--x', `${Math.max(8, Math.min(startX, window.innerWidth - width - 8))}px`)
  panel.style.setProperty('--w', `${width}px`)
  panel.style.setProperty('--h', `${height}px`)
  panel.style.setProperty('--y', opensUp ? `${Math.max(8, box.top - Math.min(height, panel.scrollHeight) - 4)}px` : `${box.bottom + 4}px`)
}

/** Without case and accents: "cote" finds "Côte d'Ivoire". */
const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** 0 a keyword itself, 1 the beginning of a name, 2 somewhere in it, null nowhere. */
function rankOf<V extends string>({ text, keywords = [] }: PickerOption<V>, wanted: string): 0 | 1 | 2 | null {
  const words = keywords.map(foldText)
  if (words.includes(wanted)) return 0
  const names = [foldText(text), ...words]
  if (names.some((name) => name.startsWith(wanted))) return 1
  return names.some((name) => name.includes(wanted)) ? 2 : null
}

/** What a search finds, the nearest first and otherwise in its order. */
function matching<V extends string>(options: readonly PickerOption<V>[], query: string): readonly PickerOption<V>[] {
  const wanted = foldText(query.trim())
  if (wanted === '') return options
  const ranked = options.map((option) => ({ option, rank: rankOf(option, wanted) }))
  return ([0, 1, 2] as const).flatMap((rank) => ranked.filter((entry) => entry.rank === rank).map(({ option }) => option))
}

/** Raises the panel to the top layer, places it, takes the focus and keeps Escape to itself. */
function useTopLayer(anchor: RefObject<HTMLElement | null>, onClose: (refocus: boolean) => void) {
  const overlay = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const focusable = useRef<HTMLInputElement & HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = overlay.current
    if (!element || !panel.current || !anchor.current) return
    element.setAttribute('popover', 'manual')
    element.showPopover?.()
    placeBeside(anchor.current, panel.current)
    focusable.current?.focus()
    // A dialog around the list listens on the document and must not hear the key that closes the list.
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      onClose(true)
    }
    const place = () => anchor.current && panel.current && placeBeside(anchor.current, panel.current)
    element.addEventListener('keydown', leave)
    window.addEventListener('resize', place)
    return () => {
      element.removeEventListener('keydown', leave)
      window.removeEventListener('resize', place)
    }
  }, [anchor, onClose])
  return { overlay, panel, focusable }
}

interface ListKeys<V extends string> {
  shown: readonly PickerOption<V>[]
  first: number
  searchable: boolean
  onChoose: (option: PickerOption<V> | undefined) => void
  onLeave: () => void
}

/** Arrows, Home, End, Enter, and the first letters of an option while there is no search. */
function useListKeys<V extends string>({ shown, first, searchable, onChoose, onLeave }: ListKeys<V>) {
  const [active, setActive] = useState(first)
  const typed = useRef({ text: '', at: 0 })
  const findTyped = (key: string, now: number) => {
    typed.current = { text: now - typed.current.at < 700 ? typed.current.text + key : key, at: now }
    const wanted = typed.current.text.toLocaleLowerCase()
    const at = shown.findIndex((option) => option.text.toLocaleLowerCase().startsWith(wanted))
    if (at >= 0) setActive(at)
  }
  const press = (event: KeyboardEvent) => {
    const last = shown.length - 1
    if (event.key === 'ArrowDown') setActive(Math.min(last, active + 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1))
    else if (event.key === 'Home' && !searchable) setActive(0)
    else if (event.key === 'End' && !searchable) setActive(last)
    else if (event.key === 'Enter' || (event.key === ' ' && !searchable)) onChoose(shown[active])
    else if (event.key === 'Tab') return onLeave()
    else {
      if (!searchable && event.key.length === 1) findTyped(event.key, event.timeStamp)
      return
    }
    event.preventDefault()
  }
  return { active, setActive, press }
}

function OptionFace<V extends string>({ option, chosen }: { option: PickerOption<V>; chosen: boolean }) {
  return (
    <>
      {option.lead}
      <span>
        {option.label}
        {option.caption ? <small>{option.caption}</small> : null}
      </span>
      {option.end ? <em>{option.end}</em> : null}
      {chosen ? <Icon name="check" size={16} /> : null}
    </>
  )
}

export function PickerPanel<V extends string>(props: PickerPanelProps<V>) {
  const { anchor, label, options, value, searchLabel, onClose, onChoose } = props
  const id = useId()
  const [query, setQuery] = useState('')
  const shown = matching(options, query)
  const { overlay, panel, focusable } = useTopLayer(anchor, onClose)
  const first = options.findIndex((option) => option.value === value)
  const choose = (option: PickerOption<V> | undefined) => {
    if (option && !option.disabled) onChoose(option.value)
  }
  const keys = { shown, first: Math.max(0, first), searchable: searchLabel !== undefined, onChoose: choose, onLeave: () => onClose(true) }
  const { active, setActive, press } = useListKeys(keys)
  useEffect(() => {
    panel.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }, [panel, active])

  const search = (text: string) => {
    setQuery(text)
    setActive(0)
  }
  const activeId = shown[active] ? `${id}-${active}` : undefined
  const reach = { ref: focusable, 'aria-controls': `${id}-list`, 'aria-activedescendant': activeId, onKeyDown: press }
  return (
    <Overlay ref={overlay} onPointerDown={(event) => event.target === overlay.current && onClose(true)}>
      <Panel ref={panel} data-searchable={searchLabel ? '' : undefined}>
        <PanelHead aria-hidden="true">
          {label}
          <IconButton icon="x" label={props.closeLabel} tabIndex={-1} onClick={() => onClose(true)} />
        </PanelHead>
        {searchLabel ? (
          <Search>
            <Icon name="search" size={16} />
            <input
              type="text"
              role="combobox"
              aria-expanded="true"
              aria-autocomplete="list"
              aria-label={searchLabel}
              placeholder={searchLabel}
              autoComplete="off"
              value={query}
              onChange={(event) => search(event.currentTarget.value)}
              {...reach}
            />
          </Search>
        ) : null}
        <Options role="listbox" id={`${id}-list`} aria-label={label} {...(searchLabel ? {} : { tabIndex: 0, ...reach })}>
          {shown.map((option, index) => (
            <Option
              key={option.value}
              role="option"
              id={`${id}-${index}`}
              data-index={index}
              data-active={index === active ? '' : undefined}
              aria-selected={option.value === value}
              aria-disabled={option.disabled || undefined}
              onPointerMove={() => index !== active && setActive(index)}
              onClick={() => choose(option)}
            >
              <OptionFace option={option} chosen={option.value === value} />
            </Option>
          ))}
        </Options>
        {shown.length === 0 ? <Nothing role="status">{props.emptyLabel}</Nothing> : null}
      </Panel>
    </Overlay>
  )
}
