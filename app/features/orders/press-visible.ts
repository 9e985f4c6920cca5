/** Presses the copy of a button that is on the screen: another layout's is in the page too. */
export function pressVisible(selector: string): void {
  const copies = [...document.querySelectorAll<HTMLElement>(selector)]
  copies.find((copy) => copy.offsetParent !== null)?.click()
}
