/**
 * What an operator can do about people's papers from the command line, until there is a desk: list, look, decide.
 *
 * Invariant: whoever wants to see somebody's papers is first written down, by the name of their own account on the machine.
 */
import { z } from 'zod'
import type { Tenant } from '../../contract/tenant'
import { writeAudit } from '../audit-trail/write-audit'
import { CASE_STATUS } from '../db/statuses'
import type { TenantDirectory } from '../directory/tenant-directory'
import { type OperatorCommand, type OperatorCommands, OperatorRefusal } from '../operator-door/operator-socket'
import { type CaseStatus, imageOf } from './case-record'
import { maskCardNumber } from './identity-fields'
import type { IdentityTools } from './identity-services'
import { approveCase, listCases, openCase, type Review, type ReviewOutcome, rejectCase } from './review-case'
import { readImage } from './view-image'

export interface IdentityCommandServices {
  readonly directory: Pick<TenantDirectory, 'tenants'>
  /** Something was committed: a mail may wait, an event may want to be sealed. */
  committed(): void
}

const Named = z.object({ tenant: z.string(), case: z.string() })
const Listing = z.object({
  tenant: z.string().optional(),
  status: z.enum(Object.keys(CASE_STATUS) as [CaseStatus, ...CaseStatus[]]).default('waiting'),
})

export function identityCommands(tools: IdentityTools, { directory, committed }: IdentityCommandServices): OperatorCommands {
  const { database, clock, delivery, keys } = tools
  const tenantOf = (id: string): Tenant => {
    const tenant = directory.tenants.find((known) => known.id === id)
    if (tenant === undefined)
      throw new OperatorRefusal(`there is no company ${id}: there are ${directory.tenants.map((known) => known.id).join(', ')}`)
    return tenant
  }
  const decision =
    (decide: (tx: Parameters<typeof approveCase>[0], review: Review, input: unknown) => Promise<ReviewOutcome>): OperatorCommand =>
    async (input, operator) => {
      const named = read(Named, input)
      const tenant = tenantOf(named.tenant)
      const outcome = await database.withTenant(tenant.id, (tx) =>
        decide(tx, { tenant, caseId: named.case, operator, now: clock.now() }, input),
      )
      if (!outcome.ok) throw new OperatorRefusal(problemOf(outcome.problem, named))
      committed()
    }

  return {
    'identity.list': async (input) => {
      const { tenant, status } = read(Listing, input)
      const chosen = tenant === undefined ? directory.tenants : [tenantOf(tenant)]
      const lists = await Promise.all(
        chosen.map(({ id }) =>
          database.withTenant(id, async (tx) => (await listCases(tx, status)).map((found) => ({ tenant: id, ...found }))),
        ),
      )
      return lists.flat()
    },
    'identity.show': async (input, operator) => {
      const { full, ...named } = read(Named.extend({ full: z.boolean().default(false) }), input)
      const tenant = tenantOf(named.tenant)
      const shown = await database.withTenant(tenant.id, async (tx) => {
        const opened = await openCase(tx, keys, named.case)
        if (opened === undefined) throw new OperatorRefusal(problemOf('unknown', named))
        const action = full ? 'identity.number_viewed' : 'identity.case_viewed'
        const object = `identity_case:${opened.id}`
        await writeAudit(tx, { tenantId: tenant.id, actor: `operator:${operator}`, action, object, now: clock.now() })
        const { frontImageId: _front, reverseImageId: _reverse, number, ...rest } = opened
        return { tenant: tenant.id, ...rest, number: full ? number : maskCardNumber(number) }
      })
      committed()
      return shown
    },
    'identity.image': async (input, operator) => {
      const { side, ...named } = read(Named.extend({ side: z.enum(['front', 'reverse']) }), input)
      const tenant = tenantOf(named.tenant)
      const bytes = await database.withTenant(tenant.id, async (tx) => {
        const opened = await openCase(tx, keys, named.case)
        if (opened === undefined) throw new OperatorRefusal(problemOf('unknown', named))
        const row = await imageOf(tx, side === 'front' ? opened.frontImageId : opened.reverseImageId)
        const found = row === undefined ? null : await readImage(tools, tx, row, `operator:${operator}`, clock.now())
        if (found === null) throw new OperatorRefusal('the picture is kept no longer')
        return found
      })
      committed()
      return { webp: bytes.toString('base64') }
    },
    'identity.approve': decision((tx, review) => approveCase(tx, delivery, review)),
    'identity.reject': decision((tx, review, input) =>
      rejectCase(tx, delivery, review, read(z.object({ reason: z.string() }), input).reason),
    ),
  }
}

function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new OperatorRefusal(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  return parsed.data
}

function problemOf(
  problem: Extract<ReviewOutcome, { ok: false }>['problem'],
  named: { readonly tenant: string; readonly case: string },
): string {
  if (problem === 'unknown') return `${named.tenant} has no case ${named.case}`
  return problem === 'reason'
    ? 'give a reason of 1 to 500 characters on one line'
    : `case ${named.case} of ${named.tenant} is already decided`
}
