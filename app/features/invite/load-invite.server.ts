import { getInvite } from '../../../contract/users'
import { paths } from '../../addresses/paths'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { fixedT } from '../../language/i18n.server'
import { drawQrCode } from '../../ui/qr-code.server'
import { requireRealTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { InviteData } from './invite-page'

export async function loadInvite(context: SiteContext): Promise<InviteData> {
  await requireRealTrader(context)
  const [t, answer] = await Promise.all([fixedT(context), context.broker.call(getInvite, {})])
  const { invite_code: code, joined } = requireAnswer(answer)
  const link = context.origin + paths.register({ invite_code: code })
  return { title: t('user:invite'), code, joined, link, qr: drawQrCode(link) }
}
