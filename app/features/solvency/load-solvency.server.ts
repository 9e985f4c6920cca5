/** What the company owes and the trader's own parts of it, as the broker has it: the browser checks it. */
import { getSolvency } from '../../../contract/solvency'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { fixedT } from '../../language/i18n.server'
import { readSolvency, type Solvency } from '../../terms/solvency'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { StatedLog } from './root-in-log'

export interface SolvencyData extends Solvency {
  readonly title: string
  readonly isDemo: boolean
  /** The trader's public number, which a leaf has to name. */
  readonly uid: string
  /** Null where the broker states none. */
  readonly log: StatedLog | null
}

export async function loadSolvency(context: SiteContext): Promise<SolvencyData> {
  const trader = await requireTrader(context)
  const [t, answer, statement] = await Promise.all([
    fixedT(context),
    context.broker.call(getSolvency, {}),
    context.broker.as(null).statement(),
  ])
  const { log } = statement.ok ? statement.data : {}
  return {
    title: t('proof:solvency.title'),
    isDemo: trader.is_demo === 1,
    uid: trader.uid,
    log: log === undefined ? null : { path: log.path, keys: log.keys },
    ...readSolvency(requireAnswer(answer)),
  }
}
