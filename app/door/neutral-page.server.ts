/**
 * Pages that belong to no company: an unknown host, the desk before it opens, a server that is shutting down. They name
 * nobody, load nothing and are in English, because neither company nor language is known.
 */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'

export interface NeutralPage {
  readonly status: number
  readonly title: string
  readonly text: string
}

export const NEUTRAL = {
  unknownHost: { status: 421, title: 'No site here', text: 'No site is served under this address.' },
  notFound: { status: 404, title: 'Not found', text: 'There is nothing under this address.' },
  refusedOrigin: { status: 403, title: 'Refused', text: 'This form was not sent from a page of this site. Open the site again and retry.' },
  notAllowed: { status: 405, title: 'Not allowed', text: 'Nothing here can be done that way.' },
  longAddress: { status: 414, title: 'Address too long', text: 'The address is longer than any of this site.' },
  noForm: { status: 415, title: 'Unsupported content', text: 'This site takes forms.' },
  tooLarge: { status: 413, title: 'Too large', text: 'What was sent is larger than this site accepts.' },
  badRequest: { status: 400, title: 'Unreadable request', text: 'The request could not be read.' },
  failed: { status: 500, title: 'Something went wrong', text: 'The page could not be made. Please try again.' },
  busy: { status: 503, title: 'Busy', text: 'Too much is being sent at this moment. Please try again in a few seconds.' },
  elsewhere: { status: 503, title: 'Not here', text: 'Another server of this site answers that. Please try again.' },
  closing: { status: 503, title: 'Back in a moment', text: 'The server is restarting. Please try again in a few seconds.' },
} as const satisfies Record<string, NeutralPage>

/** In the colours and the type of the machine that reads it: no brand is known here. */
const STYLE =
  'body{box-sizing:border-box;display:grid;place-items:center;min-height:100vh;min-height:100dvh;margin:0;padding:24px;' +
  'font:16px/1.5 system-ui,sans-serif;text-align:center;background:Canvas;color:CanvasText}' +
  'main{display:grid;justify-items:center;gap:12px}h1{margin:0;font-size:24px;line-height:1.25;font-weight:650}p{margin:0;max-width:44ch;overflow-wrap:anywhere}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

interface WrittenPage extends NeutralPage {
  /** BCP 47. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** For a 503. */
  readonly retrySeconds: number
  /** The browser asks again by itself after that time. */
  readonly reloads: boolean
  /** Of its style, where the page goes out under the policy of the site. */
  readonly nonce?: string
}

export function pageHtml({ title, text, language, direction, retrySeconds, reloads, nonce }: WrittenPage): string {
  const refresh = reloads ? `<meta http-equiv="refresh" content="${retrySeconds}">` : ''
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">${refresh}<title>${title}</title><style${nonce === undefined ? '' : ` nonce="${nonce}"`}>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
}

/** A page that loads nothing. Its title and text are HTML. */
export function sendPage(res: ServerResponse, page: WrittenPage): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.statusCode = page.status
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Security-Policy', POLICY)
  if (page.status === 405) res.setHeader('Allow', 'GET, HEAD, POST')
  if (page.status === 503) res.setHeader('Retry-After', String(page.retrySeconds))
  res.end(pageHtml(page))
}

export function sendNeutral(res: ServerResponse, page: NeutralPage): void {
  sendPage(res, { ...page, language: 'en', direction: 'ltr', retrySeconds: 5, reloads: false })
}

export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
