import { forwardRef, type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import styled from 'styled-components'
import { Icon } from './icon'
import { isShortcutKey } from './shortcut-key'
import { thumbArea } from './thumb-area'
import { media, token } from './token'
import { useLatest } from './use-latest'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  label: string
  placeholder?: string
  clearLabel: string
  /** Key that focuses the field from anywhere outside a field, shown in a small cap: "/". */
  shortcut?: string
  searching?: boolean
  name?: string
  autoFocus?: boolean
  density?: 'normal' | 'dense'
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  className?: string
}

const Field = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  height: 44px;
  padding: 0 ${token.space[3]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  color: ${token.text.muted};
  &[data-density='dense'] { ${media.desktop} { height: 34px; padding-inline: 10px; } }
  &:focus-within { box-shadow: inset 0 0 0 2px ${token.focus}; }
  ${media.forced} { outline: 1px solid ButtonBorder; outline-offset: -1px; &:focus-within { outline: 2px solid Highlight; } }
  input {
    flex: 1;
    min-width: 0;
    border: 0;
    background: none;
    outline: 0;
    padding: 0;
    align-self: stretch;
    font-size: ${token.type.lg};
    color: ${token.text.primary};
    ${media.desktop} { font-size: ${token.type.md}; }
  }
  &[data-density='dense'] input { ${media.desktop} { font-size: ${token.type.sm}; } }
  input::placeholder { color: ${token.text.muted}; opacity: 1; }
  input::-webkit-search-cancel-button { display: none; }
  button {
    position: relative;
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    margin-inline-end: -8px;
    border-radius: ${token.radius.xs};
    &:hover { color: ${token.text.primary}; }
    ${thumbArea}
  }
`
export const Kbd = styled.kbd`
  display: inline-grid;
  place-items: center;
  min-width: 20px;
  height: 20px;
  padding: 0 5px;
  border-radius: 4px;
  font: 500 11px/1 ${token.font.ui};
  color: ${token.text.muted};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  ${media.touch} { display: none; }
`

type InputRef = RefObject<HTMLInputElement | null>

function useFocusShortcut(input: InputRef, shortcut: string | undefined): void {
  useEffect(() => {
    if (!shortcut) return
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== shortcut || !isShortcutKey(event)) return
      // Hidden copies of the field (another layout) must not take the key.
      if (!input.current || input.current.offsetParent === null) return
      event.preventDefault()
      input.current.focus()
      input.current.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [input, shortcut])
}

function useEscapeToClear(input: InputRef, onClear: () => void): void {
  const clear = useLatest(onClear)
  useEffect(() => {
    const element = input.current
    // A listener on the element itself: a layer around the field hears keys on the document and would close first.
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (element?.value !== '') {
        event.preventDefault()
        event.stopPropagation()
        clear.current()
      } else if (!element.closest('[role="dialog"]')) element.blur()
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [input])
}

/** Escape clears the field first and leaves it the second time. */
export const SearchField = forwardRef<HTMLInputElement, SearchFieldProps>(function SearchField(props, ref) {
  const { value, onChange, label, placeholder, clearLabel, shortcut, searching = false, density = 'normal' } = props
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  useFocusShortcut(input, shortcut)
  useEscapeToClear(input, () => onChange(''))

  return (
    <Field role="search" data-density={density} className={props.className}>
      <Icon name={searching ? 'loader' : 'search'} size={16} spin={searching} />
      <input
        ref={input}
        type="search"
        name={props.name}
        value={value}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        // biome-ignore lint/a11y/noAutofocus: the search screen and the desktop drawer open to type.
        autoFocus={props.autoFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
      />
      {value !== '' ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <Icon name="x" size={16} />
        </button>
      ) : shortcut ? (
        <Kbd aria-hidden="true">{shortcut}</Kbd>
      ) : null}
    </Field>
  )
})
