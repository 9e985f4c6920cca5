/**
 * What a company says it has, from `assets.json` in its folder. A file that is not right states nothing: half of it would say that the
 * company has less than it has, or more.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { AssetsFile, type StatedAsset } from '../../contract/solvency'
import { describeProblem } from '../../contract/tenant/problem'
import type { Logger } from '../ground/logger'

/** Null where a company states no assets. */
export type AssetsOf = (tenantId: string) => readonly StatedAsset[] | null

const MAX_BYTES = 256 * 1024

/** Reads a file again when it has changed. */
export function companyAssets(tenantsDir: string, logger: Logger): AssetsOf {
  const known = new Map<string, { readonly changedAt: number; readonly assets: readonly StatedAsset[] | null }>()
  return (tenantId) => {
    const file = path.join(tenantsDir, tenantId, 'assets.json')
    if (!existsSync(file)) return null
    const { mtimeMs: changedAt } = statSync(file)
    const last = known.get(tenantId)
    if (last?.changedAt === changedAt) return last.assets
    const read = readAssets(file)
    for (const problem of read.problems) logger.warn({ tenant: tenantId }, `the assets are not shown: ${describeProblem(problem)}`)
    known.set(tenantId, { changedAt, assets: read.assets })
    return read.assets
  }
}

function readAssets(file: string) {
  const wrong = (reason: string, at = '') => ({ assets: null, problems: [{ file, path: at, reason }] })
  const bytes = readFileSync(file)
  if (bytes.length > MAX_BYTES) return wrong('larger than 256 KiB')
  let content: unknown
  try {
    content = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    return wrong(`not readable as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = AssetsFile.safeParse(content)
  if (parsed.success) return { assets: parsed.data, problems: [] }
  return { assets: null, problems: parsed.error.issues.map((issue) => ({ file, path: issue.path.join('.'), reason: issue.message })) }
}

/** Anybody can look: a wallet whose address and whose place in a chain's explorer are named. All else is a company's word. */
export function isOnChain({ kind, address, link }: StatedAsset): boolean {
  return kind === 'wallet' && address !== undefined && link !== undefined
}
