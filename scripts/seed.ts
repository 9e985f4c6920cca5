/**
 * `npm run seed [-- --tenant aurora]`: fills a company of the running demonstration with traders, orders, deposits, withdrawals and papers
 * in every state, and prints how to become some of them. The server does it through its own calls (broker/seed).
 */

import path from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../app/process/env.server'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import type { SeededAt } from '../broker/seed/seed-command'
import { endWith } from './command'
import { sendCommand } from './send-command'

async function seed(): Promise<number> {
  const { values } = parseArgs({ options: { tenant: { type: 'string', default: 'aurora' } } })
  const read = await readEnv()
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { DATA_DIR, PUBLIC_SCHEME } = read.env
  console.log(`Filling ${values.tenant}. Its accounts trade in real time: about a minute.`)
  const reply = await sendCommand(path.resolve(root, DATA_DIR), 'seed.company', { tenant: values.tenant })
  if (!reply.ok) throw new Error(reply.message)
  const { counts, main, others, demo, ...hosts } = reply.data as SeededAt
  const site = `${PUBLIC_SCHEME}://${hosts.site}`
  const login = ({ email, password }: SeededAt['main']) => `  ${email}   ${password}`
  const lines = [
    `${values.tenant}: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
    '',
    `Log in at ${site}/login with email and password. This trader has positions, pending and closed orders,`,
    'receipts, and deposits and withdrawals in every state:',
    login(main),
    'Others, with less in their accounts:',
    ...others.map(login),
    `A demo trader with positions (${demo.uid}): run this in the console of the site and choose "Create a demo account":`,
    `  document.cookie = 'demo_id=${demo.demoId}; path=/; max-age=86400'`,
    '',
    `The ranking, of what these accounts traded: ${site}/rank`,
    `What waits for an operator: ${PUBLIC_SCHEME}://${hosts.desk}`,
  ]
  console.log(lines.join('\n'))
  return 0
}

endWith(seed(), { code: 1, known: [Error] })
