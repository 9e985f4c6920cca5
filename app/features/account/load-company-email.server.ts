/**
 * Where complaints go: the address that the company's own complaint host names now, else the one of its file or its desk. The host is
 * asked from the server; whatever goes wrong there is silent.
 */
import { z } from 'zod'
import { keepAnswers } from '../../broker-client/keep-answers.server'
import { type AskOutside, askOutside } from '../../process/outside-request.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { loadTitle } from '../../visitor/load-title.server'

const PATIENCE_MS = 3_000
const MAX_BYTES = 4_096
const KEPT_MS = 5 * 60_000
/** What does not answer may be back soon. */
const SILENCE_KEPT_MS = 30_000

const Bare = z.object({ email: z.email().max(254) })
/** As the contract writes it, or in the envelope of its other calls. */
const Answer = z.union([Bare, z.object({ data: Bare }).transform(({ data }) => data)])

/** Asks an origin for its complaint address; null where it has none to tell. */
export function complaintEmails(ask: AskOutside, now?: () => number) {
  return keepAnswers<string | null>(
    async (origin) => {
      const answer = await ask(new URL('/complaint_email', origin).href, { timeoutMs: PATIENCE_MS, maxBytes: MAX_BYTES })
      return answer?.status === 200 ? readEmail(answer.body) : null
    },
    (email) => (email === null ? SILENCE_KEPT_MS : KEPT_MS),
    now,
  )
}

function readEmail(body: string): string | null {
  try {
    return Answer.safeParse(JSON.parse(body)).data?.email ?? null
  } catch {
    return null
  }
}

const lookUp = complaintEmails(askOutside)

export async function loadCompanyEmail(context: SiteContext): Promise<{ readonly title: string; readonly complaintEmail: string | null }> {
  const origin = context.tenant?.complaintOrigin
  const [{ title }, complaintEmail] = await Promise.all([
    loadTitle(context, 'user:companyEmail'),
    origin === undefined ? null : lookUp(origin),
  ])
  return { title, complaintEmail }
}
