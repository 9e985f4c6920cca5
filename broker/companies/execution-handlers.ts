/** The call that tells a company's execution figures: of a day, and what of them belongs to one instrument or type of order. */
import { type ExecutionClass, ExecutionDocument, type getExecution } from '../../contract/execution'
import { done, forTenant, type Handler, refused, type SomeHandlers } from '../calls/handler'
import type { ExecutionDays } from './execution-days'

interface ExecutionServices {
  readonly days: Pick<ExecutionDays, 'figures'>
  /** Whether the market has an instrument of this code. */
  knows(code: string): boolean
}

export function executionHandlers({ days, knows }: ExecutionServices) {
  const handler: Handler<typeof getExecution> = forTenant(async ({ tenant, input }) => {
    const { day, instrument = null, type = null } = input
    if (instrument !== null && !knows(instrument)) return refused('INSTRUMENT_NOT_FOUND')
    const told = await days.figures(tenant, day)
    if (told === undefined) return refused('PARAMETER_INVALID', { parameter: 'day' })
    const { classes } = ExecutionDocument.parse(JSON.parse(told.document))
    const view = classes.find((one) => one.instrument === instrument && one.type === type)
    return done({
      day: told.day,
      first_day: told.firstDay,
      today: told.today,
      is_final: told.isFinal,
      document: told.document,
      sha256: told.sha256,
      entry: told.entry,
      computed_at: told.computedAt,
      differs: told.differs,
      view: view ?? nothing(instrument, type),
    })
  })
  return { getExecution: handler } satisfies SomeHandlers
}

function nothing(instrument: ExecutionClass['instrument'], type: ExecutionClass['type']): ExecutionClass {
  const none = { fill_rate: null, took_ms: null, quote_age_ms: null, slippage: null, rejections: null }
  return { instrument, type, orders: 0, filled: 0, rejected: 0, ...none }
}
