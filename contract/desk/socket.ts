/**
 * The desk's socket: `/v1/ws` on the desk's host, in the words of the traders' one (contract/socket.ts) with the limits of that one.
 * `DESK_COUNTS.<company>`: a snapshot behind `sub`, then every change of what waits, as DeskCounts. `DESK_RISK.<company>`: the same of
 * what the house is exposed to, as RiskView, at most twice a second.
 */
import { z } from 'zod'

export const DESK_COUNTS = 'DESK_COUNTS'
export const DESK_RISK = 'DESK_RISK'
const DeskTopic = z.string().regex(/^DESK_(?:COUNTS|RISK)\.[a-z][a-z0-9-]{1,31}$/)

export const DeskClientMessage = z.discriminatedUnion('event', [
  /** A ticket of createDeskTicket; never the token itself. */
  z.object({ event: z.literal('login'), token: z.string().min(1).max(512) }),
  z.object({ event: z.literal('sub'), topic: DeskTopic }),
  z.object({ event: z.literal('unsub'), topic: DeskTopic }),
  z.object({ event: z.literal('logout') }),
  z.object({ event: z.literal('ping') }),
])
export type DeskClientMessage = z.infer<typeof DeskClientMessage>
