/** The name of an event in words; one that these texts do not know yet is shown as it is. */
export function eventText(t: (key: string, options: { defaultValue: string }) => string, event: unknown): string {
  const name = typeof event === 'string' ? event : ''
  return t(`event.${name}`, { defaultValue: name })
}
