/** What the settings lack for opening. What MODE=real refuses is said where it is refused (env.server.ts); the rest here. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dangersOf, type Env } from '../../app/process/env.server'
import { MARKET_FILE } from '../../broker/feeds/open-market-file'
import { isNoMarket, readMarketFile } from '../../broker/feeds/read-market-file'
import { CATALOGUE } from '../../broker/market/catalogue'
import type { Finding } from '../../broker/readiness/finding'
import { isRehearsal } from '../../rules/this-machine'

export function judgeSettings(env: Env): Finding[] {
  const refused = dangersOf(env).map(({ what }): Finding => ({ area: 'settings', state: 'danger', what }))
  if (refused.length === 0) refused.push({ area: 'settings', state: 'good', what: 'nothing in the settings that MODE=real refuses' })
  return [...refused, judgeAddress(env), judgePrices(env), judgeTexts(env), judgeWatching(env)]
}

function judgeAddress(env: Env): Finding {
  const { PUBLIC_SCHEME: scheme, BASE_DOMAIN: domain } = env
  if (!isRehearsal(env)) return { area: 'address', state: 'good', what: `${scheme}://${domain} and a host for each company` }
  const mend = 'BASE_DOMAIN=your.domain, behind deploy/nginx.conf or deploy/Caddyfile'
  return { area: 'address', state: 'lacks', what: `${domain} is this machine: nobody else can come`, mend }
}

function judgePrices({ FEED: feed, TENANTS_DIR: tenantsDir }: Env): Finding {
  const file = path.resolve(tenantsDir, MARKET_FILE)
  if (feed === 'file' || (feed === undefined && existsSync(file))) return judgeMarketFile(file)
  const what = feed === 'replay' ? 'recorded prices are played again' : 'no market stands behind the prices, and every page says so'
  return { area: 'prices', state: 'lacks', what, mend: `live sources in ${MARKET_FILE} beside the brands (docs/market-file.md)` }
}

function judgeMarketFile(file: string): Finding {
  const lacking = (what: string): Finding => ({ area: 'prices', state: 'lacks', what: `${file}: ${what}`, mend: 'docs/market-file.md' })
  try {
    const { plans, sources, problems } = readMarketFile(readFileSync(file, 'utf8'), CATALOGUE)
    const [problem] = problems
    if (problem !== undefined) return lacking(problem)
    const madeUp = plans
      .filter((plan) => plan.sources.some((name) => isNoMarket(sources.get(name))))
      .map(({ instrument }) => instrument.code)
    if (madeUp.length > 0) return lacking(`no market stands behind the prices of ${madeUp.join(', ')}`)
    return { area: 'prices', state: 'good', what: `${plans.length} instruments from ${[...sources.keys()].join(', ')}` }
  } catch (error) {
    return lacking(error instanceof Error ? error.message : String(error))
  }
}

function judgeTexts({ SMS_URL: url }: Env): Finding {
  if (url !== undefined) return { area: 'texts', state: 'good', what: `sent by ${new URL(url).host}` }
  const mend = 'SMS_URL=https://gateway.example/messages, or companies whose traders register by email only'
  return { area: 'texts', state: 'unseen', what: 'texts wait: who registers by phone never gets a code', mend }
}

function judgeWatching({ METRICS_PORT: port, METRICS_HOST: host = '127.0.0.1' }: Env): Finding {
  if (port === undefined) {
    const mend = 'METRICS_PORT=9464, and deploy/alerts.yml in Prometheus'
    return { area: 'watching', state: 'lacks', what: 'nobody hears when it stops, lags or fails', mend }
  }
  if (['0.0.0.0', '::', '[::]'].includes(host)) {
    const mend = 'METRICS_HOST=<the address that Prometheus asks>'
    return { area: 'watching', state: 'lacks', what: `figures stand open on every network at port ${port}`, mend }
  }
  return { area: 'watching', state: 'good', what: `figures at ${host}:${port}` }
}
