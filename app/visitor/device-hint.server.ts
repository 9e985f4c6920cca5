/**
 * What a client says it is, for the first render alone: the server knows no window. As soon as the page runs, its width decides.
 */

/** Phones, tablets and everything that calls itself mobile; a tablet that calls itself a desktop is told by its width. */
const MOBILE_AGENT = /mobi|android|iphone|ipad|ipod|tablet|kindle|silk\/|playbook|opera mini|windows phone/i

export function isMobileAgent(headers: Headers): boolean {
  const hint = headers.get('sec-ch-ua-mobile')
  return hint === '?1' || MOBILE_AGENT.test((headers.get('user-agent') ?? '').slice(0, 500))
}
