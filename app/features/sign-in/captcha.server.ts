import { getCaptcha } from '../../../contract/companies'
import type { SiteContext } from '../../visitor/load-context.server'
import type { Captcha } from './sign-in-data'

/** A fresh image, or null when the broker gave none. Only pictures inside the answer itself are shown. */
export async function loadCaptcha(context: SiteContext, signal?: AbortSignal): Promise<Captcha | null> {
  const answer = await context.broker.as(null).call(getCaptcha, {}, signal === undefined ? {} : { signal })
  return answer.ok && answer.data.b64s.startsWith('data:image/') ? { id: answer.data.id, image: answer.data.b64s } : null
}
