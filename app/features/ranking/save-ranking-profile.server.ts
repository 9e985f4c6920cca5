/**
 * Whether a trader's name is shown in the ranking. The form may come from a script (`reply=data`) or from a browser without one,
 * which is sent back to the screen with the broker's words.
 */
import { data } from '@remix-run/node'
import { setRankingProfile } from '../../../contract/users'
import { brokerErrorToast } from '../../platform/broker-error'
import { requireTrader } from '../../platform/guards.server'
import type { SiteContext } from '../../platform/load-context.server'
import { paths } from '../../platform/paths'
import { safeReturnPath } from '../../platform/route-access'
import { redirectWithToast } from '../../platform/toast.server'
import type { ProfileAnswer } from './ranking-data'

export async function saveRankingProfile(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const shows_name = field('shows_name') === '1' ? '1' : '0'
  const answer = await context.broker.call(setRankingProfile, { shows_name, name: field('name') })
  if (field('reply') !== 'data') {
    const textKey = shows_name === '1' ? 'documentary:name.shown' : 'documentary:name.hidden'
    const toast = answer.ok ? ({ kind: 'success', textKey } as const) : brokerErrorToast(answer.error)
    return redirectWithToast(safeReturnPath(field('back')) ?? paths.rank(), toast, context)
  }
  if (answer.ok) return data<ProfileAnswer>({ done: true, profile: answer.data })
  const wasReached = answer.error.name !== 'NETWORK_ERROR' && answer.error.name !== 'ANSWER_UNREADABLE'
  return data<ProfileAnswer>({ done: false, message: wasReached ? answer.error.msg : '' }, { status: wasReached ? 422 : 503 })
}
