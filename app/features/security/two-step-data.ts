/** What the page of two-step sign-in is given, and what its forms get back. */

import type { Moment } from '../../time/local-time'
import type { QrDrawing } from '../../ui'

export interface TwoStepData {
  readonly title: string
  readonly isOn: boolean
  /** Null while it is off. */
  readonly turnedOn: Moment | null
  readonly recoveryCodesLeft: number
}

export type TwoStepAnswer =
  /** The authenticator is to take the secret; `message` says what was wrong with a first code, empty before one. */
  | { readonly stage: 'scan'; readonly secret: string; readonly uri: string; readonly qr: QrDrawing; readonly message: string }
  /** Shown once. */
  | { readonly stage: 'codes'; readonly codes: readonly string[]; readonly isRenewed: boolean }
  | { readonly stage: 'refused'; readonly intent: 'start' | 'disable' | 'renew'; readonly message: string }

export const TWO_STEP_INTENTS = ['start', 'enable', 'disable', 'renew'] as const
export type TwoStepIntent = (typeof TWO_STEP_INTENTS)[number]

/** A secret in groups of four, as it is typed into an app that cannot scan. */
export function groupedSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
