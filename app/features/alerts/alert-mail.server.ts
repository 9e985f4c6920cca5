/** Turns the mails of price alerts off by the link that stands in each. Looking at the page changes nothing; only a post does. */
import { readAlertLink, turnOffAlertMail } from '../../../contract/alerts'
import { longestOf, textOf } from '../../forms/form-text.server'
import { answerForm } from '../../forms/keyed-form.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'

const LONGEST = longestOf(turnOffAlertMail)

export interface AlertMailData {
  readonly title: string
  readonly key: string
  /** False where they are off already. */
  readonly sendsMail: boolean
  /** Why the link does not work; empty where it does. */
  readonly problem: string
}

export async function loadAlertMail(context: SiteContext, request: Request): Promise<AlertMailData> {
  const key = (new URL(request.url).searchParams.get('key') ?? '').slice(0, LONGEST.key)
  const [t, read] = await Promise.all([fixedT(context), context.broker.as(null).call(readAlertLink, { key }, { initial: true })])
  const problem = read.ok ? '' : read.error.msg || t('public:connection.askAgain')
  return { title: t('notice:alertMail.title'), key, sendsMail: read.ok && read.data.sends_mail, problem }
}

export async function turnOffMail(context: SiteContext, request: Request) {
  const key = textOf(await takeForm(request), 'key', LONGEST.key)
  const [t, sent] = await Promise.all([fixedT(context), context.broker.as(null).call(turnOffAlertMail, { key })])
  return sent.ok ? answerForm({ problem: '' }, 200) : answerForm({ problem: sent.error.msg || t('public:connection.askAgain') }, 422)
}
