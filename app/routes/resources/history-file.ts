/** The trader's own movements of some days as a file for spreadsheets. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { historyFile } from '~/features/wallet/history/history-file.server'

export const loader = ({ request, context }: LoaderFunctionArgs) => historyFile(context, new URL(request.url).searchParams)
