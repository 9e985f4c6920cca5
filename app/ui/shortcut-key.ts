/**
 * Which keys may mean something by themselves: one alone, while no field has the focus and no layer is open. Whoever speaks to a computer
 * or touches keys by mistake can switch all of them off on this device (WCAG 2.1.4).
 */
import { createDeviceStore, useDeviceStore } from './device-store'
import { isTyping } from './is-typing'

const store = createDeviceStore<boolean>('candor.keys.single', true, (found) => found !== false)

export const setSingleKeys = store.set
export const useSingleKeys = (): boolean => useDeviceStore(store)

export const hasLayer = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

export function isShortcutKey(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
  return isPlain && !isTyping(event.target) && !hasLayer() && store.get()
}
