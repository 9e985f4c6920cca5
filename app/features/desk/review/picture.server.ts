/** The bytes of a picture at the desk: by the reference a page was given, or, once that has run out, by the item it belongs to. */
import { getFeedback } from '../../../../contract/desk/feedback'
import { getDeskDeposit, getDeskIdentity, getDeskPicture } from '../../../../contract/desk/reviews'
import { requireOperator } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { idOf } from './load-review.server'

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

export async function sendPicture(request: Request, context: SiteContext): Promise<Response> {
  await requireOperator(context)
  const { searchParams } = new URL(request.url)
  const company = searchParams.get('company') ?? ''
  const reference = searchParams.get('ref') ?? (await newReference(context, company, searchParams))
  if (reference === null || reference.length > 512) return new Response(null, { status: 404, headers: HEADERS })
  const answer = await context.desk.broker.call(getDeskPicture, { company, ref: reference })
  if (!answer.ok) return new Response(null, { status: answer.error.name === 'DESK_IMAGE_LIMIT' ? 429 : 404, headers: HEADERS })
  return new Response(Buffer.from(answer.data.webp, 'base64'), { headers: { ...HEADERS, 'Content-Type': 'image/webp' } })
}

async function newReference(context: SiteContext, company: string, search: URLSearchParams): Promise<string | null> {
  const id = idOf(search.get('id'))
  if (id === null) return null
  if (search.get('of') === 'feedback') {
    const message = await context.desk.broker.call(getFeedback, { company, id })
    return message.ok ? message.data.picture : null
  }
  const side = search.get('side')
  if (side === null) {
    const deposit = await context.desk.broker.call(getDeskDeposit, { company, id })
    return deposit.ok ? deposit.data.picture : null
  }
  const papers = await context.desk.broker.call(getDeskIdentity, { company, id })
  return papers.ok ? (side === 'reverse' ? papers.data.reverse : papers.data.front) : null
}
