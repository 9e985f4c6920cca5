/** Where statements of any days were: leads to those of months and years, to the month it was asked for where it says one. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'

export function loader({ request }: LoaderFunctionArgs) {
  const month = /^\d{4}-\d{2}(?=-\d{2}$)/.exec(new URL(request.url).searchParams.get('from') ?? '')?.[0]
  return redirect(paths.mine.statements({ period: month }))
}
