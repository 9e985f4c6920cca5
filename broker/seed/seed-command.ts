/** `npm run seed` reaches the running demonstration here: by the socket of the operator's command, never over HTTP. */
import { z } from 'zod'
import { deskLogin } from '../../contract/desk/session'
import type { Database } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { DemoOperators } from '../desk/demo-operators'
import { findOperator } from '../desk/operators'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import type { BrokerFetch } from '../http/serve'
import { type OperatorCommands, OperatorRefusal } from '../operator-door/operator-socket'
import { SeedClient } from './seed-client'
import { type Seeded, seedCompany } from './seed-company'

export interface SeedServices {
  readonly fetch: BrokerFetch
  readonly database: Database
  readonly directory: TenantDirectory
  readonly delivery: Delivery
  readonly clock: Clock
  readonly deskHost: string
  /** Null where this is no demonstration. */
  readonly demo: DemoOperators | null
}

/** Where the server that did it is reached: who gives the command may know another port. */
export interface SeededAt extends Seeded {
  readonly site: string
  readonly desk: string
}

export function seedCommands(services: SeedServices): OperatorCommands {
  const { directory, demo, delivery, clock, fetch, deskHost } = services
  return {
    'seed.company': async (input) => {
      const parsed = z.object({ tenant: z.string() }).safeParse(input)
      const tenant = parsed.success ? directory.byId(parsed.data.tenant) : undefined
      if (tenant === undefined) throw new OperatorRefusal(`name a company: ${directory.tenants.map(({ id }) => id).join(', ')}`)
      if (demo === null) throw new OperatorRefusal('only a demonstration (MODE=demo) is filled with specimens')
      const [first, second] = await Promise.all(demo.logins.map(({ name, password }) => signIn(services, demo, name, password)))
      if (first === undefined || second === undefined) throw new OperatorRefusal('the demonstration has not both of its operators any more')
      try {
        const seeded = await seedCompany({
          fetch,
          tenant,
          deskHost,
          now: () => clock.now(),
          hold: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          shown: (tenantId, to) => delivery.shown(tenantId, to),
          delivered: () => delivery.flush(),
          operators: [first, second],
        })
        return { ...seeded, site: tenant.siteHosts[0] ?? deskHost, desk: deskHost } satisfies SeededAt
      } catch (error) {
        throw new OperatorRefusal(`the company could not be filled: ${(error as Error).message}`)
      }
    },
  }
}

async function signIn({ fetch, database, clock, deskHost }: SeedServices, demo: DemoOperators, name: string, password: string | null) {
  const row = await database.system((tx) => findOperator(tx, name))
  if (row === undefined || password === null)
    throw new OperatorRefusal(`the password of ${name} was changed: reset it with npm run operator`)
  const code = demo.codeOf(row, clock.now())
  if (code === undefined || code.inSeconds > 0) throw new OperatorRefusal(`${name} has just signed in: wait ${code?.inSeconds ?? 30} s`)
  const client = new SeedClient(fetch, deskHost, '10.20.2.9')
  return (await client.call(deskLogin, { name, password, code: code.code })).token
}
