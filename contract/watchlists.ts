/**
 * A trader's watchlists: named lists of instruments in the trader's order, with what is shown beside the price. An account has them, real or
 * demo, also while it is frozen and while its company winds down: nothing about money hangs on them.
 *
 * Invariant: a change is about one list, or one instrument of one list; of two changes of the same item the later one stands, and every
 * answer tells all lists, so that whoever changes something sees what was changed elsewhere (docs/decisions/110-watchlists.md).
 */
import { z } from 'zod'
import type { WatchlistChange } from '../rules/watchlists'
import { endpoint } from './endpoint'
import { UNSEEN, WATCHLIST_COLUMNS, WATCHLISTS } from './form-bounds'

const CHANGES = ['put', 'rename', 'columns', 'move', 'delete', 'add', 'remove'] as const satisfies readonly WatchlistChange['change'][]
const WatchlistId = z.string().regex(/^[\w-]{1,40}$/)
const Code = /^[A-Za-z0-9._-]{1,32}$/
/** Several values in one parameter. */
const joined = (most: number, isOne: (text: string) => boolean) =>
  z.string().refine((text) => text === '' || (text.split(',').length <= most && text.split(',').every(isOne)))

const WatchlistWire = z.object({
  id: WatchlistId,
  name: z.string().describe('Empty: the list bears no name of its own and is shown as Favourites'),
  columns: z.array(z.enum(WATCHLIST_COLUMNS)).describe('What is shown beside the price, in this order'),
  instruments: z.array(z.string().regex(Code)).describe('Codes in the trader’s order; one that is not offered any more stays'),
})

const Watchlists = z.object({ lists: z.array(WatchlistWire).max(WATCHLISTS.lists) })

export const listWatchlists = endpoint({
  method: 'GET',
  path: '/v1/api/user/watchlists',
  actor: 'session',
  input: z.object({}),
  output: Watchlists,
  errors: [],
})

export const changeWatchlists = endpoint({
  method: 'POST',
  path: '/v1/api/user/watchlists/change',
  actor: 'session',
  changesState: true,
  input: z.object({
    change: z
      .enum(CHANGES)
      .describe(
        'put adds a list, unless there is one of that id; rename, columns, move and delete are about a list; add puts an instrument at its place or moves it there; remove takes it out',
      ),
    id: WatchlistId.describe('Of the list; whoever adds it draws it'),
    name: z
      .string()
      .trim()
      .min(1)
      .max(WATCHLISTS.name)
      .refine((text) => !UNSEEN.test(text))
      .optional()
      .describe('Of put and rename; without one the list is shown as Favourites'),
    columns: joined(WATCHLIST_COLUMNS.length, (text) => WATCHLIST_COLUMNS.some((column) => column === text))
      .optional()
      .describe('Of put and columns, with commas between them'),
    instruments: joined(WATCHLISTS.instruments, (text) => Code.test(text))
      .optional()
      .describe('Of put: codes, with commas between them'),
    instrument: z.string().regex(Code).optional().describe('Of add and remove: a code'),
    place: z
      .string()
      .regex(/^\d{1,2}$/)
      .optional()
      .describe('Of put, move and add, counted from 0; at the end when left out'),
  }),
  output: Watchlists,
  errors: ['NOT_FOUND', 'WATCHLIST_LIMIT', 'WATCHLIST_FULL'],
})
