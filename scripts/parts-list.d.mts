export interface Part {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly { readonly license?: { readonly id?: string; readonly name?: string }; readonly expression?: string }[]
}
export interface PartsDocument {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: { readonly name: string; readonly type: string } }
  readonly components: readonly Part[]
}
export const ACCEPTED_LICENCES: readonly string[]
export function partsOf(root: string): PartsDocument
export function licencesOf(part: Part): string[]
export function isAccepted(part: Part): boolean
export const NOTICES: string
export function noticesOf(root: string): string
export function writePartsList(root: string): void
