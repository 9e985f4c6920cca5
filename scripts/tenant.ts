/**
 * `npm run tenant -- <command>`: looks after the brands' files.
 *   check    reads every tenant as the server would and prints each problem with file, path and reason (exit code 1 if any)
 *   list     prints the brands and the hosts they answer on
 *   schema   writes tenants/tenant.schema.json, by which editors complete a tenant's file
 */
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { describeProblem, loadTenants } from '../broker/companies/load-tenants'
import { TenantFile } from '../contract/tenant'

const SCHEMA_FILE = 'tenants/tenant.schema.json'
const BASE_DOMAIN = 'localhost:3000'

function load() {
  return loadTenants({ tenantsDir: 'tenants', themesDir: 'themes', baseDomain: BASE_DOMAIN, scheme: 'http' })
}

const commands: Readonly<Record<string, () => void>> = {
  check() {
    const { tenants, problems } = load()
    for (const problem of problems) console.log(describeProblem(problem))
    console.log(`${tenants.length} tenants are right, ${problems.length} problems`)
    if (problems.length > 0) process.exitCode = 1
  },
  list() {
    for (const tenant of load().tenants) console.log(`${tenant.id}\t${tenant.name}\t${tenant.siteHosts.join(' ')}`)
  },
  schema() {
    writeFileSync(SCHEMA_FILE, `${JSON.stringify(z.toJSONSchema(TenantFile, { io: 'input' }), null, 2)}\n`)
    console.log(`wrote ${SCHEMA_FILE}`)
  },
}

const command = commands[process.argv[2] ?? '']
if (command === undefined) {
  console.log(`usage: npm run tenant -- ${Object.keys(commands).join(' | ')}`)
  process.exitCode = 2
} else {
  command()
}
