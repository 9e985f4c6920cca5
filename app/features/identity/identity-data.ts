/** What the verification page is given, and what it gets back when the documents were not taken. */
import type { KeyedAnswer } from '../../forms/keyed-answer'
import type { Side } from '../../pictures/picture-side'
import type { Moment } from '../../time/local-time'

/** The three parts of the way. A rejected case stands at the documents again. */
export const STAGES = ['documents', 'review', 'certified'] as const
export type Stage = (typeof STAGES)[number]

export interface IdentityData {
  readonly title: string
  readonly stage: Stage
  /** The reviewer's words; null unless the last documents were rejected. */
  readonly rejection: string | null
  readonly name: string
  /** Masked; empty before anything was submitted. */
  readonly cardId: string
  /** Null before anything was submitted. */
  readonly submittedAt: Moment | null
  /** Null until the review has ended. */
  readonly decidedAt: Moment | null
  /** References of the pictures, fresh with every look; empty where there is none. */
  readonly pictures: Readonly<Record<Side, string>>
  /** Names this filled-in form, so that sending it twice is one submission. */
  readonly formKey: string
}

export type IdentityField = Side | 'name' | 'card_id'

export interface IdentityAnswer extends KeyedAnswer<IdentityField> {
  readonly name: string
  readonly cardId: string
  /** Addresses of the pictures that are kept; empty where one must be added again. */
  readonly urls: Readonly<Record<Side, string>>
}
