export interface ChatData {
  readonly title: string
  /** Null where the company has no chat. */
  readonly link: string | null
  /** The provider's page wants a window of its own. */
  readonly opensWindow: boolean
}
