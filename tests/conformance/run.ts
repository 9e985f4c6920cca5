/** `npm run conformance -- --origin https://broker.example --company aurora`: does a server speak the contract? Exit code 0 yes, 1 no, 2 not examined. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openHttpLine } from './http-line'
import { type CheckResult, runChecks } from './run-checks'
import { openSubject } from './subject'
import { CHECKS } from './suite'

const USAGE = `usage: npm run conformance -- --origin URL [--company ID] [--host NAME] [--other-company ID] [--other-host NAME]
                            [--account A --password P] [--only BEGINNING …] [--json FILE] [--list]
  --origin         where the broker answers, e.g. https://broker.example
  --company        sent as the company_id header, where several companies share the host
  --host           sent as the Host header, where the host says which company it is; that of the origin when left out
  --other-company  --other-host  a second company of the same broker, for the checks that hold the two apart
  --account        --password    a real account without two-step sign-in; nothing is traded or paid with it.
                   CONFORMANCE_PASSWORD may hold the password instead
  --only           runs the checks whose names begin so; may be repeated
  --json           writes the whole report to a file
  --list           names the checks and runs none
Demo accounts are opened as they are needed (about 80). Docs: docs/broker-api.md`

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function tell(result: CheckResult): void {
  const mark = { passed: 'ok         ', failed: 'FAILED     ', 'not checked': 'not checked' }[result.outcome]
  say(`${mark} ${result.name.padEnd(52)} ${result.section}`)
  if (result.outcome === 'failed')
    say(`              ${result.what}\n              expected: ${result.expected}\n              got:      ${result.got}`)
  if (result.outcome === 'not checked') say(`              needs ${result.needs}`)
}

const OPTIONS = {
  origin: { type: 'string' },
  company: { type: 'string' },
  host: { type: 'string' },
  'other-company': { type: 'string' },
  'other-host': { type: 'string' },
  account: { type: 'string' },
  password: { type: 'string' },
  only: { type: 'string', multiple: true },
  json: { type: 'string' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function refuse(problem: string): number {
  process.stderr.write(`${problem}\n\n${USAGE}\n`)
  return 2
}

async function main(): Promise<number> {
  let values: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']
  try {
    values = parseArgs({ options: OPTIONS }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
  if (values.list) {
    for (const { name, section } of CHECKS) say(`${name.padEnd(52)} ${section}`)
    return 0
  }
  const { origin, account, only = [] } = values
  if (values.help || origin === undefined) return refuse(values.help ? '' : '--origin is missing')
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol)) return refuse(`--origin is no http or https address: ${origin}`)
  const unknown = only.filter((beginning) => !CHECKS.some(({ name }) => name.startsWith(beginning)))
  if (unknown.length > 0) return refuse(`no check begins with ${unknown.join(', ')}`)
  const password = values.password ?? process.env.CONFORMANCE_PASSWORD
  if ((account === undefined) !== (password === undefined)) return refuse('--account and --password belong together')
  const hasOther = values['other-company'] !== undefined || values['other-host'] !== undefined
  const company = { host: values.host, id: values.company }
  const subject = openSubject({
    line: openHttpLine(origin),
    company,
    // What is not said of the second company is as with the first.
    other: hasOther ? { host: values['other-host'] ?? values.host, id: values['other-company'] } : undefined,
    credentials: account === undefined || password === undefined ? undefined : { account, password },
  })
  const startedAt = performance.now()
  const report = await runChecks(CHECKS, subject, { only, told: tell })
  subject.close()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`\n${report.passed} passed, ${report.failed} failed, ${report.notChecked} not checked in ${seconds} s`)
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ origin, company, at: new Date().toISOString(), ...report }, null, 2)}\n`)
  // Where nothing could be checked nothing was examined.
  if (report.passed + report.failed === 0) return 2
  return report.failed === 0 ? 0 : 1
}

process.exitCode = await main()
