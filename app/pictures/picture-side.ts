/** The sides of a document, and the reference that names a picture at the broker. */
export const SIDES = ['front', 'reverse'] as const
export type Side = (typeof SIDES)[number]

/** The reference in a picture's address; empty when there is none. */
export function referenceOf(url: string): string {
  if (url === '' || !URL.canParse(url, 'http://broker.invalid')) return ''
  return new URL(url, 'http://broker.invalid').searchParams.get('ref') ?? ''
}
