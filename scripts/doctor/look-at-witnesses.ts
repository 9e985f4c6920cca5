/** How the witnesses of the companies' logs stand, as the running server knows it; nothing where no company names any. */
import { type LogHealth, TROUBLE_IN_WORDS } from '../../broker/log/witness-health'
import type { Finding } from '../../broker/readiness/finding'
import type { Tenant } from '../../contract/tenant'
import { sendCommand } from '../send-command'

const area = 'log'
const MEND = 'docs/operations.md, Witnesses'

export async function lookAtWitnesses(tenants: readonly Pick<Tenant, 'log'>[], dataDir: string): Promise<Finding[]> {
  if (tenants.every(({ log }) => log === undefined)) return []
  try {
    const reply = await sendCommand(dataDir, 'witnesses.health', {})
    return reply.ok ? judgeWitnesses(reply.data as readonly LogHealth[]) : []
  } catch {
    return [{ area, state: 'unseen', what: 'how the witnesses of the logs stand: no server runs here', mend: 'start the server' }]
  }
}

export function judgeWitnesses(logs: readonly LogHealth[]): Finding[] {
  return logs.flatMap(({ tenantId, needed, witnesses, quorumAgeMs }) => [
    ...witnesses.flatMap(({ name, trouble }): Finding[] =>
      trouble === null ? [] : [{ area, state: 'lacks', what: `${tenantId}: ${name} ${TROUBLE_IN_WORDS[trouble]}`, mend: MEND }],
    ),
    judgeQuorum(tenantId, `${needed} of ${witnesses.length} witnesses`, quorumAgeMs),
  ])
}

function judgeQuorum(tenantId: string, quorum: string, quorumAgeMs: number): Finding {
  if (quorumAgeMs === 0) return { area, state: 'good', what: `${tenantId}: the newest checkpoint has the signatures of ${quorum}` }
  const minutes = Math.ceil(quorumAgeMs / 60_000)
  return { area, state: 'lacks', what: `${tenantId}: for ${minutes} min no checkpoint has had the signatures of ${quorum}`, mend: MEND }
}
