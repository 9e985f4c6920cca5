/** The contract as the page shows it: plain values, made on the server from contract/, so that no schema reaches the browser. */
import { paths } from '../../addresses/paths'

export interface ShownField {
  /** `data[].Price`: where the value stands. */
  readonly name: string
  /** In the notation of JSON Schema, with alternatives between bars: `"1" | "2"`, `Order[]`. */
  readonly type: string
  readonly isRequired: boolean
  /** English, from the contract itself; empty where the name says it all. */
  readonly description: string
  /** Name of the shape that the type leads to; empty where it stands alone. */
  readonly shape: string
}

export interface ShownCall {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** The compatible GET is there as well. */
  readonly isAlsoGet: boolean
  readonly path: string
  readonly actor: 'anonymous' | 'session' | 'real' | 'demo'
  readonly changesState: boolean
  readonly needsStepUp: boolean
  readonly takesFile: boolean
  readonly summary: string
  readonly inputs: readonly ShownField[]
  readonly outputs: readonly ShownField[]
  /** Its own; those that any call may give stand with the errors. */
  readonly errors: readonly string[]
  readonly request: string
  readonly answer: string
}

export interface ShownTopic {
  readonly name: string
  readonly isPrivate: boolean
  readonly summary: string
  readonly fields: readonly ShownField[]
  readonly example: string
}

export interface ShownMessage {
  readonly event: string
  readonly summary: string
  readonly example: string
}

export interface ShownError {
  readonly name: string
  readonly code: number
  readonly status: number
  readonly isRetryable: boolean
  /** In the visitor's language. */
  readonly text: string
}

/** What the page shows at a time: the whole of it would be half a megabyte. */
export type ShownPart =
  | { readonly kind: 'calls'; readonly name: string; readonly calls: readonly ShownCall[] }
  | { readonly kind: 'socket'; readonly topics: readonly ShownTopic[]; readonly messages: readonly ShownMessage[] }
  | { readonly kind: 'shapes'; readonly shapes: readonly { readonly name: string; readonly fields: readonly ShownField[] }[] }
  | {
      readonly kind: 'errors'
      readonly errors: readonly ShownError[]
      /** Names of the errors that any call may give. */
      readonly commonErrors: readonly string[]
    }

export interface ContractPageData {
  readonly title: string
  readonly version: string
  /** Where the calls of this company are answered. */
  readonly origin: string
  readonly socketUrl: string
  /** The same for programs: file names and where they are. */
  readonly documents: readonly { readonly name: string; readonly href: string }[]
  /** All of it by name, in the order of the parts; errors are listed in their own part only. */
  readonly contents: readonly {
    readonly part: string
    readonly kind: ShownPart['kind']
    readonly entries: readonly { readonly kind: AnchorKind; readonly name: string }[]
  }[]
  /** Null: the page begins with what there is. */
  readonly shown: ShownPart | null
}

export type AnchorKind = 'call' | 'topic' | 'shape' | 'error' | 'group'

/** Anchors of the page: one a call, topic, shape and error. */
export const anchorOf = (kind: AnchorKind, name: string): string => `${kind}-${name.replace(/\W+/g, '-')}`

export const partAddress = (part: string): string => `${paths.developers()}?part=${part}`
export const shapeAddress = (name: string): string => `${partAddress('shapes')}#${anchorOf('shape', name)}`
export const errorAddress = (name: string): string => `${partAddress('errors')}#${anchorOf('error', name)}`
