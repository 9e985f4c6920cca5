/** Remembers the chosen company for three years and leads to its site. Only companies that the broker lists can be chosen. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { brokerErrorToast } from '~/broker-client/broker-error'
import { COOKIE, cookieLine } from '~/cookies/cookies'
import { redirectWithToast } from '~/cookies/toast.server'
import { listCompanies } from '../../../contract/companies'

const THREE_YEARS_SECONDS = 3 * 365 * 24 * 3600

// A link and not a form: the cookie is only a hint of what to show, and a form could not lead to another origin.
export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('company_id')
  const listed = await context.broker.call(listCompanies, {})
  if (!listed.ok) return redirectWithToast(paths.home(), brokerErrorToast(listed.error), context)
  const company = listed.data.find((entry) => entry.id === id)
  if (company === undefined || !/^https?:\/\//.test(company.url)) return redirect(paths.home())
  return redirect(company.url, {
    headers: { 'Set-Cookie': cookieLine(COOKIE.company, company.id, { secure: context.isSecure, maxAgeSeconds: THREE_YEARS_SECONDS }) },
  })
}
