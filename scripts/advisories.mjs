/**
 * `npm run advisories`: asks the registry's advisories about everything in the lockfile that runs in a server.
 *
 * Exit code 0 nothing known, 1 something is (high or critical), 3 no advisory source could be reached: that is no clean answer.
 */
import { spawnSync } from 'node:child_process'

const GRAVE = ['high', 'critical']
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell: process.platform === 'win32' })

process.exitCode = judge(readAnswer(stdout))

function readAnswer(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function judge(answer) {
  if (answer.vulnerabilities === undefined) {
    console.error(
      `Nothing is known: no advisory source could be reached (${(answer.message ?? answer.error?.summary ?? 'no answer').split(' - ')[0]}).`,
    )
    console.error('Take package.json and package-lock.json to a machine that reaches one, and run there:')
    console.error('  npm audit --omit=dev --package-lock-only')
    console.error('or name a registry that has them: npm run advisories --registry=https://…')
    return 3
  }
  const found = Object.values(answer.vulnerabilities)
  for (const { name, severity, range, via, fixAvailable } of found) {
    const titles = via.flatMap((cause) => (typeof cause === 'string' ? [] : [`${cause.title} ${cause.url}`]))
    const mend = fixAvailable === false ? 'no mended version yet' : 'a mended version is there: npm update, then npm test'
    console.log(`${severity.padEnd(9)} ${name} ${range}: ${mend}${titles.map((title) => `\n          ${title}`).join('')}`)
  }
  const grave = found.filter(({ severity }) => GRAVE.includes(severity)).length
  console.log(
    `${answer.metadata?.dependencies?.prod ?? 'all'} packages: ${grave} with grave advisories, ${found.length - grave} with lesser ones`,
  )
  return grave > 0 ? 1 : 0
}
