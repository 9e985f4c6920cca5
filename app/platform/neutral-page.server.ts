/**
 * Pages that belong to no company: an unknown host, the desk before it opens, a server that is shutting down. They name
 * nobody, load nothing and are in English, because neither company nor language is known.
 */
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
  noForm: { status: 415, title: 'Unsupported content', text: 'This site takes forms.' },
  tooLarge: { status: 413, title: 'Too large', text: 'What was sent is larger than this site accepts.' },
  badRequest: { status: 400, title: 'Unreadable request', text: 'The request could not be read.' },
  failed: { status: 500, title: 'Something went wrong', text: 'The page could not be made. Please try again.' },
  closing: { status: 503, title: 'Back in a moment', text: 'The server is restarting. Please try again in a few seconds.' },
} as const satisfies Record<string, NeutralPage>

export function neutralHtml({ title, text }: NeutralPage): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`
}

export function sendNeutral(res: ServerResponse, page: NeutralPage): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.statusCode = page.status
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  if (page.status === 503) res.setHeader('Retry-After', '5')
  res.end(neutralHtml(page))
}
