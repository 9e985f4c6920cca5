/**
 * How operators are made and changed: by the command on the machine of a running server, over its socket.
 *
 * Invariants: passwords and secrets are made here, never chosen, and shown once to who gave the command. What is done to an operator
 * stands in the log of every company it touches, by the name of the account on the machine.
 */
import { generateURI } from 'otplib'
import { z } from 'zod'
import { ROLES } from '../../contract/desk/roles'
import type { AuditAction } from '../audit-trail/audit-actions'
import { writeAudit } from '../audit-trail/write-audit'
import type { Database } from '../db/open-database'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import { type OperatorCommand, type OperatorCommands, OperatorRefusal } from '../operator-door/operator-socket'
import type { DemoOperators } from './demo-operators'
import { newSecrets } from './new-operator-secrets'
import { lockStanding, voidFirstSteps } from './operator-standing'
import {
  createOperator,
  disableOperator,
  findOperator,
  listOperators,
  type NewSecrets,
  OPERATOR_NAME,
  type OperatorRoles,
  type OperatorRow,
  resetOperator,
  rolesIn,
  setRoles,
} from './operators'

export interface OperatorCommandServices {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly masterKey: Uint8Array
  readonly clock: Clock
  /** The operators that a demonstration made for itself; null where there are none. */
  readonly demo: DemoOperators | null
  /** Something was written into a company's log. */
  committed(): void
}

const Name = z.string().regex(OPERATOR_NAME, 'a name is 2–32 lower-case letters, digits, dots and dashes, and begins with a letter')
const Roles = z.array(z.enum(ROLES)).max(ROLES.length)
const Companies = z.array(z.string()).min(1, 'name a company with --tenant')
const Named = z.object({ name: Name })

export function operatorCommands(services: OperatorCommandServices): OperatorCommands {
  const { database, masterKey, clock, demo } = services
  const known = async (name: string): Promise<OperatorRow> => {
    const row = await database.system((tx) => findOperator(tx, name))
    if (row === undefined) throw new OperatorRefusal(`there is no operator ${name}`)
    return row
  }
  return {
    'operator.add': async (input, machine) => {
      const { name, display, tenants, roles } = read(
        z.object({ name: Name, display: DisplayName, tenants: Companies, roles: Roles.min(1, 'name a role with --role') }),
        input,
      )
      const companies = companiesOf(services, tenants)
      const granted = Object.fromEntries(companies.map(({ id }) => [id, roles]))
      const { password, ...secrets } = await newSecrets()
      const made = await database.system((tx) =>
        createOperator(tx, masterKey, { name, displayName: display, roles: granted, ...secrets }, clock.now()),
      )
      if (made === undefined) throw new OperatorRefusal(`there is an operator ${name} already; names are never given twice`)
      await tell(services, 'operator.added', machine, name, {}, granted)
      return showSecrets(name, password, secrets)
    },
    'operator.roles': async (input, machine) => {
      const { name, tenants, roles } = read(Named.extend({ tenants: Companies, roles: Roles }), input)
      const row = await known(name)
      const before = row.roles as OperatorRoles
      const changed = Object.fromEntries(companiesOf(services, tenants).map(({ id }) => [id, roles]))
      const after = Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, held]) => held.length > 0))
      await database.system(async (tx) => {
        await lockStanding(tx, row.id)
        await setRoles(tx, row.id, after)
      })
      await takeBack(services, machine, name, Object.keys(changed))
      await tell(services, 'operator.roles_changed', machine, name, before, after)
      return describeOperator({ ...row, roles: after }, services)
    },
    'operator.disable': async (input, machine) => {
      const { name } = read(Named, input)
      const row = await known(name)
      const { roles } = row as { roles: OperatorRoles }
      const isNew = await database.system(async (tx) => {
        await lockStanding(tx, row.id)
        return disableOperator(tx, row.id, clock.now())
      })
      await takeBack(services, machine, name, Object.keys(roles))
      if (!isNew) throw new OperatorRefusal(`${name} is disabled already`)
      await tell(services, 'operator.disabled', machine, name, roles, roles)
    },
    'operator.reset': async (input, machine) => {
      const row = await known(read(Named, input).name)
      const { password, ...secrets } = await newSecrets()
      const { roles } = row as { roles: OperatorRoles }
      await database.system(async (tx) => {
        await lockStanding(tx, row.id)
        await resetOperator(tx, masterKey, row, secrets)
      })
      await takeBack(services, machine, row.name, Object.keys(roles))
      await tell(services, 'operator.reset', machine, row.name, roles, roles)
      await demo?.replaced(row.name, { password, secret: secrets.secret })
      return showSecrets(row.name, password, secrets)
    },
    'operator.list': async () => (await database.system(listOperators)).map((row) => describeOperator(row, services)),
    'operator.code': async (input) => {
      const { name } = read(Named, input)
      const row = await known(name)
      const code = demo?.codeOf(row, clock.now())
      if (code === undefined) throw new OperatorRefusal(`only an account that the demonstration made shows its codes here: ${name} is none`)
      return code
    },
  } satisfies Record<string, OperatorCommand>
}

const DisplayName = z.string().trim().min(1, 'say with --display what the operator is called').max(80)

function companiesOf({ directory }: OperatorCommandServices, ids: readonly string[]) {
  return [...new Set(ids)].map((id) => {
    const tenant = directory.byId(id)
    if (tenant === undefined) {
      throw new OperatorRefusal(`there is no company ${id}: there are ${directory.tenants.map((known) => known.id).join(', ')}`)
    }
    return tenant
  })
}

/** What an operator began that waits for a second one, in the companies that are served. Who was given a role anew begins anew, too. */
async function takeBack(
  { database, directory, clock }: OperatorCommandServices,
  machine: string,
  name: string,
  companies: readonly string[],
): Promise<void> {
  const known = directory.tenants.filter(({ id }) => companies.includes(id))
  for (const { id: tenantId } of known) {
    const step = { tenantId, actor: `operator:${name}`, by: `machine:${machine}`, now: clock.now() } as const
    await database.withTenant(tenantId, (tx) => voidFirstSteps(tx, step))
  }
}

/** In the log of each company in which the operator had or has a role. */
async function tell(
  { database, directory, clock, committed }: OperatorCommandServices,
  action: AuditAction,
  machine: string,
  name: string,
  before: OperatorRoles,
  after: OperatorRoles,
): Promise<void> {
  const touched = directory.tenants.filter(({ id }) => Object.hasOwn(before, id) || Object.hasOwn(after, id))
  for (const { id: tenantId } of touched) {
    const detail = { before: { roles: before[tenantId] ?? [] }, after: { roles: after[tenantId] ?? [] } }
    await database.withTenant(tenantId, (tx) =>
      writeAudit(tx, { tenantId, actor: `machine:${machine}`, action, object: `operator:${name}`, detail, now: clock.now() }),
    )
  }
  if (touched.length > 0) committed()
}

function showSecrets(name: string, password: string, { secret }: NewSecrets) {
  return { name, password, secret, uri: generateURI({ issuer: 'Candor desk', label: name, secret }) }
}

function describeOperator(row: OperatorRow, { directory }: OperatorCommandServices) {
  const roles = directory.tenants.flatMap(({ id }) => {
    const held = rolesIn(row, id)
    return held.length === 0 ? [] : [{ tenant: id, roles: held }]
  })
  return { name: row.name, display: row.displayName, isDisabled: row.disabledAt !== null, roles }
}

function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new OperatorRefusal(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  return parsed.data
}
