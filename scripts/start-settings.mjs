/**
 * The environment that `npm start` gives the server. A newcomer has no mail server, and a code that nobody can read lets nobody
 * register: so a demonstration on this machine shows its mails at /dev/outbox, unless a setting says otherwise; and to this machine
 * only, because nobody decided that others on the network may read them.
 */
const isLocal = (baseDomain) => /^(localhost|[a-z0-9.-]+\.localhost|127\.0\.0\.1)(:\d+)?$/.test(baseDomain)

/** `given`: the process environment laid over what `.env` says. Only what is added to it comes back. */
export function startSettings(given) {
  const of = (name) => given[name] ?? ''
  const isDemo = of('MODE') === '' || of('MODE') === 'demo'
  const isHere = of('BASE_DOMAIN') === '' || isLocal(of('BASE_DOMAIN'))
  const isUndecided = of('DEV_TOOLS') === '' && of('SMTP_URL') === '' && of('BROKER_ORIGIN') === ''
  return {
    ...(of('NODE_ENV') === '' && { NODE_ENV: 'production' }),
    ...(isDemo && isHere && isUndecided && { DEV_TOOLS: '1', OUTBOX_FOR: 'machine' }),
  }
}
