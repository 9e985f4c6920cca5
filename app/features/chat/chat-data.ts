export interface ChatData {
  readonly title: string
  /** Null where the company has no chat. */
  readonly link: string | null
  /** The provider's page wants a window of its own. */
  readonly opensWindow: boolean
}

/**
 * What the server saw of the provider's page. `silent`: nothing came. `refuses`: it may be in no frame of ours. `answers-frames`: it
 * can be framed, but tells browsers that no script may ask for it, so a browser's failed question about it means nothing.
 */
export type ChatVerdict = 'answers' | 'answers-frames' | 'refuses' | 'silent'
