/**
 * "What became of the call with this key?" The first answer is given again; a call that never came is answered as such, and by
 * that answer its key is void: should it still be on its way, it is refused when it arrives. So whoever lost the answer learns the
 * truth, and nothing that he was told has not happened can happen later.
 */
import { refused } from '../calls/handler'

export const NEVER_CAME = refused('NOT_RECEIVED')

/** True for a call that must not be carried out. Without a key there is nothing that could be asked about. */
export function asksOnly(headers: Headers, key: string | null): boolean {
  return key !== null && headers.get('idempotency-ask') === '1'
}
