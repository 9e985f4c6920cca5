/** What somebody who is about to open finds out about a machine: one line each, with what mends it. */
export interface Finding {
  readonly area: Area
  /** `danger`: MODE=real does not start with it. `lacks`: mend it before opening. `unseen`: could not be looked at from here. */
  readonly state: 'good' | 'unseen' | 'lacks' | 'danger'
  readonly what: string
  /** A setting, a command, or a line of another program's configuration. */
  readonly mend?: string
}

export type Area =
  | 'settings'
  | 'address'
  | 'keys'
  | 'files'
  | 'pictures'
  | 'mail'
  | 'texts'
  | 'budgets'
  | 'nodes'
  | 'database'
  | 'backups'
  | 'clock'
  | 'desk'
  | 'prices'
  | 'hours'
  | 'execution'
  | 'log'
  | 'brands'
  | 'site'
  | 'machine'
  | 'watching'
