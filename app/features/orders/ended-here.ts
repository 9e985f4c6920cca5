/**
 * Orders that this page itself has asked to end: what becomes of them is told by the answer, so their push is not told again.
 * In memory, for as long as the page lives; on the server nothing is ever written here.
 */
const ended = new Set<string>()

export function noteEndedHere(ids: readonly string[]): void {
  for (const id of ids) ended.add(id)
}

export function wasEndedHere(id: string): boolean {
  return ended.has(id)
}
