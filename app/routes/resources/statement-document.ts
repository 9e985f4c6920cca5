/** A statement as a file: `as` PDF, CSV or JSON. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { statementDocument } from '~/features/wallet/statement/statement-document.server'

export const loader = ({ request, context }: LoaderFunctionArgs) => statementDocument(context, new URL(request.url).searchParams)
