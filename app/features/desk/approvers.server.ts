/** Who may decide what waits in a queue. A page is worth more than these names: without them it is shown all the same. */
import { type Approver, type DeskQueue, listApprovers } from '../../../contract/desk/overview'
import type { SiteContext } from '../../visitor/load-context.server'

export async function loadApprovers(context: SiteContext, company: string, queue: DeskQueue): Promise<readonly Approver[] | null> {
  const answer = await context.desk.broker.call(listApprovers, { company }, { initial: true })
  return answer.ok ? answer.data[queue] : null
}
