/** How the copies and statements of providers stand, as the running server knows it; nothing where no provider copies or writes anything. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { MARKET_FILE } from '../../broker/feeds/open-market-file'
import type { BookHealth } from '../../broker/providers/book-health'
import type { Finding } from '../../broker/readiness/finding'
import { sendCommand } from '../send-command'

export async function lookAtCopies(tenantsDir: string, dataDir: string): Promise<Finding[]> {
  if (!existsSync(path.join(tenantsDir, MARKET_FILE))) return []
  try {
    const reply = await sendCommand(dataDir, 'providers.health', {})
    return reply.ok ? judgeCopies(reply.data as readonly BookHealth[], Date.now()) : []
  } catch {
    return [
      {
        area: 'execution',
        state: 'unseen',
        what: 'how copies and statements of providers stand: no server runs here',
        mend: 'start the server',
      },
    ]
  }
}

export function judgeCopies(books: readonly BookHealth[], now: number): Finding[] {
  return books.flatMap((book) => [...copiesOf(book, now), ...statementOf(book)])
}

function copiesOf({ provider, copies, lastCopyAt, gaps }: BookHealth, now: number): Finding[] {
  if (copies === 'none') return []
  const last = lastCopyAt === null ? 'none yet' : `the last ${Math.round(Math.max(0, now - lastCopyAt) / 60_000)} min ago`
  const facts = `${last}, ${gaps} ${gaps === 1 ? 'gap' : 'gaps'} since the start`
  if (copies === 'live') return [{ area: 'execution', state: 'good', what: `${provider} copies its reports: ${facts}` }]
  return [
    {
      area: 'execution',
      state: 'lacks',
      what: `${provider} is not connected for copies of its reports: ${facts}`,
      mend: 'dropCopy in docs/market-file.md',
    },
  ]
}

function statementOf({ provider, statement }: BookHealth): Finding[] {
  switch (statement) {
    case 'read':
    case 'expected':
      return [
        {
          area: 'execution',
          state: 'good',
          what: `${provider}: the statement of the last day is ${statement === 'read' ? 'read' : 'not due yet'}`,
        },
      ]
    case 'late':
    case 'unreadable': {
      const what = `${provider}: the statement of the last day ${statement === 'late' ? 'is late' : 'cannot be read; Reconciliation names the line'}`
      return [{ area: 'execution', state: 'lacks', what, mend: 'docs/operations.md, Statements of providers' }]
    }
    case 'shared': {
      const what = `${provider}: several companies trade on its account, so its statement is compared for none`
      return [{ area: 'execution', state: 'lacks', what, mend: 'an account, and an entry in market.json, for each company' }]
    }
    default:
      return []
  }
}
