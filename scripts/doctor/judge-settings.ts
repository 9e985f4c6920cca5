/** What the settings lack for opening. What MODE=real refuses is said where it is refused (env.server.ts); the rest here. */
import { dangersOf, type Env } from '../../app/process/env.server'
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

function judgePrices({ FEED: feed }: Env): Finding {
  const what = feed === 'simulated' ? 'no market stands behind the prices, and every page says so' : 'recorded prices are played again'
  return { area: 'prices', state: 'lacks', what, mend: 'a source of live prices' }
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
