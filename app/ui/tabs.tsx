import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Anchor } from './anchor'
import { moveRovingFocus, scrollIntoStrip } from './roving-focus'
import { media, token } from './token'

export interface TabItem<V extends string = string> {
  value: V
  label: ReactNode
  count?: number
  /** Address that keeps the choice; with it the tab is a link and works without scripts. */
  href?: string
}

interface TabsProps<V extends string = string> {
  /** Name of the list of tabs. */
  label: string
  items: readonly TabItem<V>[]
  value: V
  onChange?(value: NoInfer<V>): void
  /** Id of the panel that the tabs control. */
  panelId?: string
  /** Something at the end of the line: a total, a hint. */
  end?: ReactNode
  dense?: boolean
  className?: string
}

const TabsFrame = styled.div`
  display: flex;
  align-items: center;
  border-bottom: 1px solid ${token.border.hairline};
  gap: ${token.space[4]};
  min-width: 0;
`
const Strip = styled.div`
  display: flex;
  gap: ${token.space[5]};
  overflow-x: auto;
  scrollbar-width: none;
  margin-bottom: -1px;
  flex: 1;
  min-width: 0;
  position: relative;
  &::-webkit-scrollbar { display: none; }
  a, button {
    position: relative;
    min-height: 44px;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-width: 44px;
    font-weight: 500;
    color: ${token.text.secondary};
    white-space: nowrap;
    font-size: ${token.type.md};
    flex: none;
  }
  a:hover, button:hover { color: ${token.text.primary}; }
  a:focus-visible, button:focus-visible { outline-offset: -2px; }
  &[data-dense] a, &[data-dense] button {
    ${media.desktop} { min-height: 40px; font-size: ${token.type.sm}; }
  }
  [aria-selected='true'] { color: ${token.text.primary}; font-weight: 600; }
  [aria-selected='true']::after {
    content: '';
    position: absolute;
    inset-inline: 0;
    inset-block-end: 0;
    height: 2px;
    background: ${token.brand.mark};
    ${media.forced} { background: Highlight; }
  }
`
const Count = styled.span`
  font-size: ${token.type.xxs};
  min-width: 18px;
  height: 18px;
  padding: 0 5px;
  border-radius: 9px;
  background: ${token.surface.active};
  color: ${token.text.secondary};
  display: inline-grid;
  place-items: center;
  font-variant-numeric: tabular-nums;
  font-weight: 600;
`

export function Tabs<V extends string>({ label, items, value, onChange, panelId, end, dense = false, className }: TabsProps<V>) {
  return (
    <TabsFrame className={className}>
      <Strip
        role="tablist"
        aria-label={label}
        data-dense={dense ? '' : undefined}
        onKeyDown={(event) => {
          const moved = moveRovingFocus(event, false)
          if (!moved) return
          scrollIntoStrip(moved)
          moved.click()
        }}
      >
        {items.map((item) => {
          const selected = item.value === value
          const shared = {
            role: 'tab',
            id: panelId ? `${panelId}-tab-${item.value}` : undefined,
            'aria-selected': selected,
            'aria-controls': panelId,
            'data-roving-item': '',
            tabIndex: selected ? 0 : -1,
            onClick: () => onChange?.(item.value),
          }
          const face = (
            <>
              {item.label}
              {item.count === undefined ? null : <Count>{item.count}</Count>}
            </>
          )
          return item.href ? (
            <Anchor key={item.value} href={item.href} replace preventScrollReset {...shared}>
              {face}
            </Anchor>
          ) : (
            <button key={item.value} type="button" {...shared}>
              {face}
            </button>
          )
        })}
      </Strip>
      {end}
    </TabsFrame>
  )
}

interface TabPanelProps {
  id: string
  /** The value of the tab that is shown. */
  value: string
  children: ReactNode
  className?: string
}

export function TabPanel({ id, value, children, className }: TabPanelProps) {
  return (
    <div role="tabpanel" id={id} aria-labelledby={`${id}-tab-${value}`} className={className}>
      {children}
    </div>
  )
}
