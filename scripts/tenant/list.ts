/** `tenant list`: the brands and the hosts they answer on, one a line. */
import { readBrands } from './read-brands'

export async function run(): Promise<void> {
  const { tenants } = await readBrands()
  for (const tenant of tenants) console.log(`${tenant.id}\t${tenant.name}\t${tenant.siteHosts.join(' ')}`)
}
