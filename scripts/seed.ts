/**
 * `npm run seed [-- --tenant aurora]`: fills a company of the running demonstration with traders, orders, deposits, withdrawals and papers
 * in every state, and prints how to become some of them. The server does it through its own calls (broker/seed).
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readEnv } from '../app/platform/env.server'
import type { Seeded } from '../broker/seed/seed-company'
import { sendCommand } from './send-command'

const root = fileURLToPath(new URL('..', import.meta.url))

async function seed(): Promise<void> {
  const { values } = parseArgs({ options: { tenant: { type: 'string', default: 'aurora' } } })
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { DATA_DIR, PUBLIC_SCHEME, BASE_DOMAIN } = read.env
  const reply = await sendCommand(path.resolve(root, DATA_DIR), 'seed.company', { tenant: values.tenant })
  if (!reply.ok) throw new Error(reply.message)
  const { counts, traders, demo } = reply.data as Seeded
  console.log(
    `${values.tenant}: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  )
  console.log(`The site: ${PUBLIC_SCHEME}://${values.tenant}.${BASE_DOMAIN}   the desk: ${PUBLIC_SCHEME}://desk.${BASE_DOMAIN}`)
  console.log('Log in with e-mail and password as one of them:')
  for (const { email, password } of traders.slice(4)) console.log(`  ${email}   ${password}`)
  console.log('(The first four have two-step sign-in on; their authenticators were thrown away.)')
  console.log(`Demo trader ${demo.uid} with positions: run this in the console of the site and choose "Create a demo account":`)
  console.log(`  document.cookie = 'demo_id=${demo.demoId}; path=/; max-age=86400'`)
}

seed().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
