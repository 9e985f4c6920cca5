/** What a page says to its worker. */
export type WorkerMessage =
  /** Take over from the worker before you. The name is the one that workbox-window sends. */
  | { readonly type: 'SKIP_WAITING' }
  /** Is this file part of your build? Answered with a boolean. */
  | { readonly type: 'HAS'; readonly path: string }
  /** Keep of these what you may keep. */
  | { readonly type: 'KEEP'; readonly urls: readonly string[] }
  /** Keep these pages for the time without a network, as they are for a visitor with these wishes. */
  | { readonly type: 'KEEP_PAGES'; readonly paths: readonly string[]; readonly wishes: string }
