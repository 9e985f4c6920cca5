import { expect, test } from 'vitest'
import type { AskOutside } from '../../process/outside-request.server'
import { allowsFrame, chatChecker } from './check-chat.server'

const SITE = 'https://aurora.example.com'
const LINK = 'https://chat.provider.example/room'

test.each([
  [{}, true],
  [{ 'x-frame-options': 'DENY' }, false],
  [{ 'x-frame-options': 'sameorigin' }, false],
  [{ 'x-frame-options': 'ALLOW-FROM https://elsewhere.example' }, true],
  [{ 'content-security-policy': "default-src 'self'" }, true],
  [{ 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" }, false],
  [{ 'content-security-policy': "frame-ancestors 'self'" }, false],
  [{ 'content-security-policy': 'frame-ancestors *' }, true],
  [{ 'content-security-policy': 'frame-ancestors https:' }, true],
  [{ 'content-security-policy': 'frame-ancestors http:' }, false],
  [{ 'content-security-policy': 'frame-ancestors https://aurora.example.com' }, true],
  [{ 'content-security-policy': 'frame-ancestors aurora.example.com:443' }, true],
  [{ 'content-security-policy': 'frame-ancestors https://*.example.com' }, true],
  [{ 'content-security-policy': 'frame-ancestors https://meridian.example.com' }, false],
  [{ 'content-security-policy': 'frame-ancestors https://example.com' }, false],
  [{ 'content-security-policy': 'frame-ancestors *, frame-ancestors https://meridian.example.com' }, false],
  // The newer header takes the older one's place.
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, true],
])('a page that is sent with %o may be framed: %s', (headers, may) => {
  expect(allowsFrame(headers, SITE)).toBe(may)
})

const answering = (answer: Awaited<ReturnType<AskOutside>>) => {
  const asked: string[] = []
  const ask: AskOutside = async (url) => {
    asked.push(url)
    return answer
  }
  return { ask, asked }
}

test.each([
  [null, 'silent'],
  [{ status: 200, headers: {}, body: '' }, 'answers'],
  [{ status: 200, headers: { 'x-frame-options': 'DENY' }, body: '' }, 'refuses'],
  [{ status: 200, headers: { 'cross-origin-resource-policy': 'same-origin' }, body: '' }, 'answers-frames'],
  // A guard against robots speaks to the server, not to the visitor.
  [{ status: 403, headers: { 'x-frame-options': 'SAMEORIGIN' }, body: '' }, 'answers'],
  [{ status: 503, headers: {}, body: '' }, 'answers'],
] as const)('an answer of %o is the verdict %s', async (answer, verdict) => {
  expect(await chatChecker(answering(answer).ask)(LINK, SITE)).toBe(verdict)
})

test('one question serves everybody for a minute, and ten seconds where nothing answered', async () => {
  for (const [answer, keptMs] of [
    [{ status: 200, headers: {}, body: '' }, 60_000],
    [null, 10_000],
  ] as const) {
    let now = 1
    const { ask, asked } = answering(answer)
    const check = chatChecker(ask, () => now)
    await Promise.all([check(LINK, SITE), check(LINK, SITE)])
    now += keptMs
    await check(LINK, SITE)
    expect(asked).toEqual([LINK])
    now += 1
    await check(LINK, SITE)
    expect(asked).toEqual([LINK, LINK])
  }
})
