/**
 * Looks from the server whether the chat provider's page answers, and whether it lets itself be shown in our frame: a browser cannot
 * see either from inside the page.
 *
 * Only the link that the company's broker gave, on a host that the company's file allows, is ever asked, and seldom: the verdict is
 * kept for a minute and one question serves everybody.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { keepAnswers } from '../../broker-client/keep-answers.server'
import type { AskOutside } from '../../process/outside-request.server'
import type { ChatVerdict } from './chat-data'

const PATIENCE_MS = 3_000
const KEPT_MS = 60_000
/** What does not answer may be back soon. */
const SILENCE_KEPT_MS = 10_000

export function chatChecker(ask: AskOutside, now?: () => number) {
  const ofBoth = keepAnswers(
    (key) => {
      const [siteOrigin = '', link = ''] = key.split(' ')
      return check(ask, link, siteOrigin)
    },
    (verdict) => (verdict === 'silent' ? SILENCE_KEPT_MS : KEPT_MS),
    now,
  )
  return (link: string, siteOrigin: string): Promise<ChatVerdict> => ofBoth(`${siteOrigin} ${link}`)
}

async function check(ask: AskOutside, link: string, siteOrigin: string): Promise<ChatVerdict> {
  const answer = await ask(link, { timeoutMs: PATIENCE_MS, maxBytes: 0 })
  if (answer === null) return 'silent'
  // A guard against robots answers us and not the visitor: what it says about frames is not what a visitor is told.
  const isPage = answer.status >= 200 && answer.status < 300
  if (isPage && !allowsFrame(answer.headers, siteOrigin)) return 'refuses'
  return answer.headers['cross-origin-resource-policy'] === undefined ? 'answers' : 'answers-frames'
}

/** As browsers judge it: `frame-ancestors` counts, and the older header only where there is none. */
export function allowsFrame(headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  const policies = String(headers['content-security-policy'] ?? '').split(',')
  const lists = policies.flatMap((policy) => {
    const directive = policy.split(';').find((one) => /^\s*frame-ancestors(\s|$)/i.test(one))
    return directive === undefined ? [] : [directive.trim().split(/\s+/).slice(1)]
  })
  if (lists.length > 0) return lists.every((sources) => sources.some((source) => matches(source, new URL(siteOrigin))))
  return !/^\s*(deny|sameorigin)\s*(,|$)/i.test(String(headers['x-frame-options'] ?? ''))
}

/** Whether a source of `frame-ancestors` names our origin. `'self'` and `'none'` never do. */
function matches(source: string, origin: URL): boolean {
  if (source === '*') return true
  if (/^https?:$/i.test(source)) return source.toLowerCase() === origin.protocol
  const [, scheme, host = '', port] = /^(?:(https?):\/\/)?([^/:']+)(?::(\d+|\*))?\/?$/i.exec(source) ?? []
  if (host === '' || (scheme !== undefined && `${scheme.toLowerCase()}:` !== origin.protocol)) return false
  const isPort = port === '*' || (port ?? '') === origin.port || port === (origin.protocol === 'https:' ? '443' : '80')
  const name = host.toLowerCase()
  return isPort && (name.startsWith('*.') ? origin.hostname.endsWith(name.slice(1)) : origin.hostname === name)
}
