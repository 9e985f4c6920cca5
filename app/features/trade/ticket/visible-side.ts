import type { OrderSide } from '../../../../rules/price'

/** The button of a side that is on the screen: another layout's are in the page too. */
export function visibleSide(side: OrderSide): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>(`button[data-side="${side}"]`)]
  return buttons.findLast((button) => button.offsetParent !== null)
}
