/**
 * Shows a picture to its owner. Not an endpoint of the contract: its answer is the bytes themselves.
 *
 * Invariant: everybody but the owner gets one and the same answer, whatever is asked for; what leaves can neither be stored on the way
 * nor run as anything but a picture.
 */
import type { ErrorName } from '../../contract/errors'
import { statusRefusal } from '../companies/company-status'
import type { Tx } from '../db/open-database'
import type { HostOwner } from '../directory/tenant-directory'
import { tokenHashOf } from '../secrets/session-token'
import { companyOfSession, findSession } from '../sessions/session-store'
import type { CallServices } from './answer-call'

export interface ImageViewer {
  viewImage(tx: Tx, look: { readonly traderId: string; readonly reference: string; readonly now: number }): Promise<Uint8Array | null>
}

const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

/** The response, or the error to answer with. */
export async function answerImage(
  { database, directory, clock }: Pick<CallServices, 'database' | 'directory' | 'clock'>,
  viewer: ImageViewer,
  { owner, headers, url }: { readonly owner: HostOwner; readonly headers: Headers; readonly url: URL },
): Promise<Response | ErrorName> {
  const now = clock.now()
  const hash = tokenHashOf(headers)
  if (hash === undefined) return 'SESSION_INVALID'
  const tenant = owner.kind === 'tenant' ? owner.tenant : directory.byId((await companyOfSession(database, hash, now)) ?? '')
  if (tenant === undefined) return 'SESSION_INVALID'
  const seen = await database.withTenant(tenant.id, async (tx): Promise<Uint8Array | ErrorName> => {
    const session = await findSession(tx, hash, now)
    if (session === null) return 'SESSION_INVALID'
    const closed = statusRefusal(tenant, 'getRealName', true)
    if (closed !== undefined) return closed
    const [reference = '', ...more] = url.searchParams.getAll('ref')
    if (more.length > 0) return 'PATH_UNKNOWN'
    return (await viewer.viewImage(tx, { traderId: session.id, reference, now })) ?? 'PATH_UNKNOWN'
  })
  return typeof seen === 'string'
    ? seen
    : new Response(seen as Uint8Array<ArrayBuffer>, { headers: { ...HEADERS, 'content-length': String(seen.byteLength) } })
}
