/**
 * Accounts cut into parts, each acted on by one node. Which part an account is in never changes: it stands in no row and is the same
 * on every node, whatever its version.
 */

/** Never another number: nodes that count differently would both act on an account, or neither would. */
export const PARTITIONS = 64

/** FNV-1a, 32 bits, over UTF-8. */
export function partitionOf({ tenantId, traderId }: { readonly tenantId: string; readonly traderId: bigint }): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(`${tenantId}/${traderId}`, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193)
  // The last bits alone are poor where ids differ in little.
  return ((hash >>> 16) ^ hash) & (PARTITIONS - 1)
}

export const partitionLease = (partition: number): string => `engine:${partition}`

export const PARTITION_LEASES: readonly string[] = Array.from({ length: PARTITIONS }, (_, partition) => partitionLease(partition))
