export interface NotMeAnswer {
  readonly isFrozen: boolean
  /** What was wrong, in words; empty when it is done. */
  readonly message: string
}

/** The key in what somebody pastes: the key itself, or the whole link of the mail. */
export function keyOf(pasted: string): string {
  const text = pasted.trim()
  const fragment = text.includes('#') ? text.slice(text.indexOf('#') + 1) : text
  const named = /(?:^|&)(?:key|token)=([^&]*)/.exec(fragment)?.[1]
  const key = named ?? fragment
  return /^[\w.~-]{1,128}$/.test(key) ? key : ''
}
