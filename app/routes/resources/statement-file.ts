/** The trader's own movements of a period as a file for spreadsheets. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { statementFile } from '~/features/wallet/statement/load-statement.server'

export const loader = ({ request, context }: LoaderFunctionArgs) => statementFile(context, new URL(request.url).searchParams)
