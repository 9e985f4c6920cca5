/** A picture of the signed-in trader, by its reference of one hour. Never kept by a browser, and never anything but a picture. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { IMAGE_TYPE } from '~/broker-client/broker.server'

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reference = new URL(request.url).searchParams.get('ref') ?? ''
  const isAsked = context.tenant !== null && context.session.token !== null && reference !== '' && reference.length <= 512
  const picture = isAsked ? await context.broker.image(reference, request.signal) : null
  if (picture === null) return new Response(null, { status: 404, headers: HEADERS })
  return new Response(picture, { headers: { ...HEADERS, 'Content-Type': IMAGE_TYPE } })
}
