/** What the page of price alerts is given, and what its forms are answered. */
import type { KeyedAnswer } from '../../forms/keyed-answer'
import type { NextPage } from '../../page/list-page.server'
import type { ShownAlert } from '../../terms/alert'
import type { Moment } from '../../time/local-time'

export const ALERT_SIDES = ['above', 'below'] as const
/** How the price is named: itself, or how far it is from the present one. */
export const ALERT_BASES = ['price', 'percent'] as const

export interface AlertInstrument {
  readonly id: string
  readonly code: string
  /** "EUR/USD". */
  readonly symbol: string
  readonly bid: string
  readonly pricePrecision: number
}

/** What stands in the form. */
export interface AlertDraft {
  /** Of the alert that is being changed; empty for a new one. */
  readonly id: string
  readonly forexId: string
  readonly side: (typeof ALERT_SIDES)[number]
  readonly basis: (typeof ALERT_BASES)[number]
  /** As it was typed. */
  readonly value: string
}

export interface AlertsData {
  readonly title: string
  readonly formKey: string
  readonly instruments: readonly AlertInstrument[]
  readonly waiting: readonly ShownAlert[]
  readonly told: readonly (ShownAlert & { readonly at: Moment })[]
  readonly page: number
  readonly older: NextPage | null
  readonly sendsMail: boolean
  readonly draft: AlertDraft
}

/** As it stood on the page. */
export interface DeletedAlert {
  readonly id: string
  readonly state: 'active' | 'paused'
}

export interface AlertAnswer extends KeyedAnswer<'value' | 'instrument'> {
  /** What was typed; null where the form was not sent. */
  readonly draft: AlertDraft | null
  /** Text key of what was done; null for a refusal. */
  readonly doneKey: string | null
  /** That was deleted just now, and can be brought back as it was. */
  readonly deleted: DeletedAlert | null
}
