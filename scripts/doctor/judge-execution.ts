/** Whether orders of the companies have a way to the providers that their files name. Who is connected is seen on the running server. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { MARKET_FILE } from '../../broker/feeds/open-market-file'
import { readMarketFile } from '../../broker/feeds/read-market-file'
import { CATALOGUE } from '../../broker/market/catalogue'
import { routeProblems } from '../../broker/market/execution-terms'
import type { Finding } from '../../broker/readiness/finding'
import type { MarketProvider } from '../../contract/market-file'
import type { Tenant } from '../../contract/tenant'

type Variables = Readonly<Record<string, string | undefined>>

/** Nothing where no company passes anything on and no provider is named. */
export function judgeExecution(tenantsDir: string, tenants: readonly Pick<Tenant, 'id' | 'trading'>[], variables: Variables): Finding[] {
  const providers = readProviders(path.join(tenantsDir, MARKET_FILE))
  const lacking = (what: string, mend: string): Finding => ({ area: 'execution', state: 'lacks', what, mend })
  const found = [
    ...routeProblems(tenants, CATALOGUE, providers).map(({ tenantId, path: place, reason, mend }) =>
      lacking(`${path.join(tenantsDir, tenantId, 'tenant.json')}: ${place}: ${reason}`, mend),
    ),
    ...[...providers].flatMap(([name, provider]) =>
      secretsOf(provider).flatMap((variable) =>
        variables[variable] ? [] : [lacking(`providers.${name}: the environment variable ${variable} is not set`, 'docs/market-file.md')],
      ),
    ),
    ...[...providers].flatMap(([name, { isSimulated }]) =>
      isSimulated ? [lacking(`providers.${name} is a test system: what it fills is nobody's`, 'a provider without isSimulated')] : [],
    ),
  ]
  if (found.length > 0 || providers.size === 0) return found
  return [{ area: 'execution', state: 'good', what: `every order that a company passes on has a way: ${[...providers.keys()].join(', ')}` }]
}

/** What is wrong with the file itself is said with the prices. */
function readProviders(file: string): ReadonlyMap<string, MarketProvider> {
  if (!existsSync(file)) return new Map()
  try {
    return readMarketFile(readFileSync(file, 'utf8'), CATALOGUE).providers
  } catch {
    return new Map()
  }
}

function secretsOf(provider: MarketProvider): string[] {
  const named = provider.kind === 'ccxt' ? [provider.apiKey, provider.secret, provider.password] : [provider.username, provider.password]
  return named.flatMap((secret) => secret?.env ?? [])
}
