/** What this browser keeps between visits; null in one that keeps nothing. */
export function deviceMemory(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
