import { getInvite } from '../../../contract/users'
import { requireRealTrader } from '../../platform/guards.server'
import { fixedT } from '../../platform/i18n.server'
import type { SiteContext } from '../../platform/load-context.server'
import { paths } from '../../platform/paths'
import { drawQrCode } from '../../platform/qr-code.server'
import { requireAnswer } from '../../platform/require-answer.server'
import type { InviteData } from './invite-page'

export async function loadInvite(context: SiteContext): Promise<InviteData> {
  await requireRealTrader(context)
  const [t, answer] = await Promise.all([fixedT(context), context.broker.call(getInvite, {})])
  const { invite_code: code, joined } = requireAnswer(answer)
  const link = context.origin + paths.register({ invite_code: code })
  return { title: t('user:invite'), code, joined, link, qr: drawQrCode(link) }
}
