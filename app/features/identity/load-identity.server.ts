import { getRealName } from '../../../contract/identity'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { newFormKey } from '../../forms/keyed-form.server'
import { fixedT } from '../../language/i18n.server'
import { referenceOf } from '../../pictures/picture-side'
import type { Moment } from '../../time/local-time'
import { momentOf } from '../../time/moment.server'
import { requireRealTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { IdentityData, Stage } from './identity-data'

const STAGE_OF: Readonly<Record<number, Stage>> = { 1: 'review', 2: 'certified' }
const REJECTED = 3

export async function loadIdentity(context: SiteContext): Promise<IdentityData> {
  await requireRealTrader(context)
  const [t, answer] = await Promise.all([fixedT(context), context.broker.call(getRealName, {})])
  const known = requireAnswer(answer)
  const moment = (at: number | null): Moment | null => (at === null ? null : momentOf(at, context.language))
  return {
    title: t('user:verification'),
    stage: STAGE_OF[known.review_status] ?? 'documents',
    rejection: known.review_status === REJECTED ? known.reason : null,
    name: known.name,
    cardId: known.card_id,
    submittedAt: moment(known.submitted_at),
    decidedAt: moment(known.decided_at),
    formKey: newFormKey(),
    pictures: { front: referenceOf(known.front_pic), reverse: referenceOf(known.reverse_pic) },
  }
}
