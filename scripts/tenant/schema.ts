/** `tenant schema`: writes tenants/tenant.schema.json, by which editors complete a tenant's file. */
import { writeFileSync } from 'node:fs'
import { tenantSchema } from '../../app/brand-files/mend-problem.server'

export const SCHEMA_FILE = 'tenants/tenant.schema.json'

export function schemaText(): string {
  return `${JSON.stringify(tenantSchema(), null, 2)}\n`
}

export function run(): void {
  writeFileSync(SCHEMA_FILE, schemaText())
  console.log(`wrote ${SCHEMA_FILE}`)
}
