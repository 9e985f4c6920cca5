/** The execution figures of a day as a file: the document byte for byte, or its classes as a table. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { executionFile } from '~/features/execution/load-execution.server'
import { requireTenant } from '~/visitor/require-tenant.server'

export function loader({ request, context }: LoaderFunctionArgs) {
  requireTenant(context)
  return executionFile(context, new URL(request.url).searchParams)
}
