/** The feeds that a market can be opened on. */
import type { Feed } from './feed'
import { openReplayFeed } from './replay-feed'
import { SimulatedFeed } from './simulated-feed'

export type FeedChoice =
  | { kind: 'simulated'; seed: string }
  | { kind: 'replay'; directory: string; speed?: number; from?: string }
  | { kind: 'own'; feed: Feed }

/** @throws Error when the feed cannot be opened */
export function openFeed(choice: FeedChoice, bootMs: number): Feed {
  if (choice.kind === 'own') return choice.feed
  if (choice.kind === 'simulated') return new SimulatedFeed({ seed: choice.seed })
  const { directory, speed, from } = choice
  return openReplayFeed({ directory, bootMs, ...(speed === undefined ? {} : { speed }), ...(from === undefined ? {} : { from }) })
}
