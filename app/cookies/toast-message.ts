/** A short message at the edge of the screen. `textKey` is a key of our locale files; `text` is a server's own words. */
export interface ToastMessage {
  readonly kind: 'success' | 'error' | 'info'
  readonly textKey?: string
  readonly values?: Readonly<Record<string, string>>
  readonly text?: string
}

const isShortText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500

export function isToastMessage(value: unknown): value is ToastMessage {
  if (typeof value !== 'object' || value === null) return false
  const { kind, textKey, text, values } = value as Record<string, unknown>
  if (kind !== 'success' && kind !== 'error' && kind !== 'info') return false
  if (textKey !== undefined && !(isShortText(textKey) && /^[a-z]+:[\w.]+$/.test(textKey))) return false
  if (values !== undefined && !(typeof values === 'object' && values !== null && Object.values(values).every(isShortText))) return false
  return text === undefined || isShortText(text)
}
