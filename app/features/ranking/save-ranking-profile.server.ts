/**
 * Whether a trader's name is shown in the ranking. The form may come from a script (`reply=data`) or from a browser without one,
 * which is sent back to the screen with the broker's words.
 */

import { data } from '@remix-run/node'
import { errorTextKey } from '../../../contract/errors'
import { LONGEST } from '../../../contract/form-bounds'
import { setRankingProfile } from '../../../contract/users'
import { paths } from '../../addresses/paths'
import { safeReturnPath } from '../../addresses/route-access'
import { isUncertain } from '../../broker-client/broker.server'
import { brokerErrorToast } from '../../broker-client/broker-error'
import { redirectWithToast } from '../../cookies/toast.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { readRankingProfile } from '../../terms/ranking'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { ProfileAnswer } from './ranking-data'

export async function saveRankingProfile(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await takeForm(request)
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const showsName = field('shows_name') === '1'
  const name = field('name')
  // To the broker an empty name is one that was left out, and the name of before would come back.
  if (showsName && name === '') return missingName(context, field)
  const answer = await context.broker.call(setRankingProfile, { shows_name: showsName ? '1' : '0', name })
  if (field('reply') !== 'data') {
    const textKey = showsName ? 'documentary:name.shown' : 'documentary:name.hidden'
    const toast = answer.ok ? ({ kind: 'success', textKey } as const) : brokerErrorToast(answer.error)
    return redirectWithToast(safeReturnPath(field('back')) ?? paths.rank(), toast, context)
  }
  if (answer.ok) return data<ProfileAnswer>({ done: true, profile: readRankingProfile(answer.data) })
  const wasReached = !isUncertain(answer.error)
  return data<ProfileAnswer>({ done: false, message: wasReached ? answer.error.msg : '' }, { status: wasReached ? 422 : 503 })
}

async function missingName(context: SiteContext, field: (name: string) => string) {
  const textKey = errorTextKey('RANKING_NAME_INVALID')
  const values = { max: String(LONGEST.rankingName) }
  if (field('reply') !== 'data')
    return redirectWithToast(safeReturnPath(field('back')) ?? paths.rank(), { kind: 'error', textKey, values }, context)
  const t = await fixedT(context)
  return data<ProfileAnswer>({ done: false, message: t(textKey, values) }, { status: 422 })
}
