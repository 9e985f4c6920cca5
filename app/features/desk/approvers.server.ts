/** Who may decide what waits in a queue. A page is worth more than these names: without them it is shown all the same. */
import { type DeskQueue, listApprovers } from '../../../contract/desk/overview'
import { inOwnNames } from '../../terms/own-names'
import type { SiteContext } from '../../visitor/load-context.server'
import type { Approver } from './who-decides'

export async function loadApprovers(context: SiteContext, company: string, queue: DeskQueue): Promise<readonly Approver[] | null> {
  const answer = await context.desk.broker.call(listApprovers, { company }, { initial: true })
  return answer.ok ? inOwnNames(answer.data[queue]) : null
}
