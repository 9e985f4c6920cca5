/** The watchlists of the account: read when a page comes, changed one item at a time. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readWatchlists, saveWatchlistChange } from '~/features/market/watchlist/watchlists.server'

export const loader = ({ request, context }: LoaderFunctionArgs) => readWatchlists(context, request)

export const action = ({ request, context }: ActionFunctionArgs) => saveWatchlistChange(context, request)
