/** What the pages about settings are given: tables whose cells are ready text, and forms described field by field. */
import type { SettingArea } from '../../../../contract/desk/setting-values'

export const SETTING_SECTIONS = ['networks', 'accounts', 'currencies', 'base'] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]
export type SheetName = Exclude<SettingSection, 'base'> | 'instruments'

export const AREA_OF = {
  networks: 'deposit_network',
  accounts: 'collection_account',
  currencies: 'withdraw_currency',
  instruments: 'instrument',
} as const satisfies Record<SheetName, SettingArea>

export interface SheetColumn {
  readonly key: string
  readonly label: string
  readonly isNumber?: boolean
  /** Addresses and codes: fixed width, left to right. */
  readonly isMono?: boolean
}
export type RowState = 'on' | 'close-only' | 'off'
export interface SheetRow {
  readonly id: string
  readonly cells: readonly string[]
  readonly state: RowState
  readonly stateLabel: string
  readonly isWaiting: boolean
}
export interface Sheet {
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly SheetRow[]
}

interface FieldFrame {
  readonly name: string
  readonly label: string
  readonly help?: string | undefined
  /** Of a field for numbers: what is taken, and how it is written. */
  readonly range?: { readonly min: string; readonly max: string } | undefined
  readonly example?: string | undefined
  /** How many decimals a number may have. */
  readonly decimals?: number | undefined
  /** How many numbers a list may have. */
  readonly most?: number | undefined
}
export type FormField = FieldFrame &
  (
    | { readonly kind: 'text' | 'decimal' | 'whole' | 'list' | 'numbers' | 'mono'; readonly value: string }
    | { readonly kind: 'switch'; readonly value: boolean }
    | { readonly kind: 'choice'; readonly value: string; readonly options: readonly { readonly value: string; readonly label: string }[] }
    /** Shown and not sent. */
    | { readonly kind: 'fixed'; readonly value: string }
  )

export interface SettingFormData {
  readonly area: SettingArea
  /** Empty for a new row. */
  readonly target: string
  readonly title: string
  readonly fields: readonly FormField[]
  /** JSON of the value that is in force; empty for a new row. */
  readonly seen: string
  /** It stands as soon as it is sent. */
  readonly isAtOnce: boolean
}

/** How a form that was refused comes back. */
export interface SettingAnswer {
  readonly area: SettingArea
  readonly target: string
  readonly values: Readonly<Record<string, string>>
  readonly problems: Readonly<Record<string, string>>
  /** What belongs to no field. */
  readonly message: string
}
