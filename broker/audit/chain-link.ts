/**
 * A link of a tenant's audit chain: the rows it seals by name and hash, and the hash of the link before it.
 *
 * Invariant: a link's hash covers its tenant, number, time, items and the hash before it, so none of them can be changed, left out
 * or moved without every later link saying otherwise. The newest link is named by the chain's head, which is kept beside it.
 */
import { createHash } from 'node:crypto'
import type { SealedKind } from './sealed-rows'

export interface LinkItem {
  readonly kind: SealedKind
  readonly id: string
  /** SHA-256 of the row, lower-case hex. */
  readonly hash: string
}

export interface ChainLink {
  readonly tenantId: string
  /** 1 for the first link of a tenant. */
  readonly seq: number
  readonly items: readonly LinkItem[]
  /** Empty for the first link. */
  readonly previousHash: string
  readonly hash: string
  /** Unix milliseconds of the broker's clock. */
  readonly createdAt: number
}

/** Rows a link seals at most, so that no link is long to write or to check. */
export const MAX_ITEMS = 500

export function linkHash({ tenantId, seq, previousHash, createdAt, items }: Omit<ChainLink, 'hash'>): string {
  const lines = [`candor audit link`, tenantId, String(seq), previousHash, String(createdAt)]
  for (const { kind, id, hash } of items) lines.push(`${kind} ${id} ${hash}`)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

export interface ChainEnd {
  readonly seq: number
  readonly hash: string
}

/** The links that follow `end`, together sealing all items in their order. */
export function linksAfter(end: ChainEnd, tenantId: string, items: readonly LinkItem[], createdAt: number): ChainLink[] {
  const links: ChainLink[] = []
  let { seq, hash: previousHash } = end
  for (let start = 0; start < items.length; start += MAX_ITEMS) {
    seq += 1
    const link = { tenantId, seq, items: items.slice(start, start + MAX_ITEMS), previousHash, createdAt }
    const hash = linkHash(link)
    links.push({ ...link, hash })
    previousHash = hash
  }
  return links
}
