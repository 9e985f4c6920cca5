/**
 * The developer's outbox: what would have been sent if something could carry it, as a page to read and as JSON for tests.
 *
 * Invariant: it exists only where somebody asked for it and no real money is; elsewhere its addresses do not exist.
 */
import { html } from 'hono/html'
import type { Tenant } from '../../contract/tenant'
import type { Delivery, ShownMessage } from './delivery'

export const OUTBOX_PAGE_PATH = '/dev/outbox'
export const OUTBOX_JSON_PATH = '/dev/outbox.json'
const LIMIT = 100

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' } as const

export interface DevOutbox {
  /** Answers one of the two paths with the messages of these companies, newest first. */
  answer(url: URL, tenants: readonly Tenant[]): Promise<Response>
}

export function devOutbox(delivery: Pick<Delivery, 'shown'>): DevOutbox {
  return {
    async answer(url, tenants) {
      const to = addressee(url.searchParams.get('to'))
      const messages = (await Promise.all(tenants.map(({ id }) => delivery.shown(id, to))))
        .flat()
        .sort((one, other) => other.at - one.at)
        .slice(0, LIMIT)
      if (url.pathname === OUTBOX_JSON_PATH) {
        return new Response(JSON.stringify(messages), { headers: { ...HEADERS, 'content-type': 'application/json; charset=utf-8' } })
      }
      return new Response(await outboxPage(messages, to), { headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } })
    },
  }
}

/** A number may be written with its `+`, which an address line turns into a blank. */
function addressee(given: string | null): string | undefined {
  const to = (given ?? '').trim().replace(/^\+/, '')
  return to === '' ? undefined : to
}

async function outboxPage(messages: readonly ShownMessage[], to: string | undefined): Promise<string> {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Outbox</title>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>Mails and texts that nothing is configured to carry, newest first. Only with DEV_TOOLS.</p>
<form method="get"><label>To <input name="to" value="${to ?? ''}"></label> <button>Show</button></form>
${messages.length === 0 ? html`<p>There is nothing here.</p>` : messages.map(messageArticle)}
</main>
</body>
</html>
`
  return String(await page)
}

function messageArticle({ channel, to, subject, text, code, at }: ShownMessage) {
  const sent = new Date(at).toISOString()
  return html`<article>
<h2 dir="auto">${subject}</h2>
<p>${channel === 'email' ? 'Mail' : 'Text'} to <bdi>${to}</bdi>, <time datetime="${sent}">${sent}</time></p>
${code === '' ? '' : html`<p>Code: <strong>${code}</strong></p>`}
<pre dir="auto" style="white-space:pre-wrap">${withLinks(text)}</pre>
</article>
<hr>`
}

function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))
}
