/** `tenant list`: the brands and the hosts they answer on, one a line. */
import { readBrands } from './read-brands'

export function run(): void {
  for (const tenant of readBrands().tenants) console.log(`${tenant.id}\t${tenant.name}\t${tenant.siteHosts.join(' ')}`)
}
