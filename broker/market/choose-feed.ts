/** The feeds that a market can be opened on. */
import { randomUUID } from 'node:crypto'
import type { Logger } from '../ground/logger'
import type { Feed } from './feed'
import { openReplayFeed } from './replay-feed'
import { SimulatedFeed } from './simulated-feed'

export type FeedChoice =
  /** Without a seed of one that nobody knows, and that is another one each time. */
  { kind: 'simulated'; seed?: string } | { kind: 'replay'; directory: string; speed?: number; from?: string } | { kind: 'own'; feed: Feed }

/** @throws Error when the feed cannot be opened */
export function openFeed(choice: FeedChoice, bootMs: number, logger: Logger): Feed {
  if (choice.kind === 'own') return choice.feed
  if (choice.kind === 'simulated') return new SimulatedFeed({ seed: choice.seed ?? randomUUID() })
  const { directory, speed, from } = choice
  const warn = (problem: string) => logger.warn({ problem }, 'a recording is not right')
  return openReplayFeed({ directory, bootMs, warn, ...(speed === undefined ? {} : { speed }), ...(from === undefined ? {} : { from }) })
}
