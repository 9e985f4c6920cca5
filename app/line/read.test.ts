import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LineLost } from './line-lost'
import { type LineEvent, LineState } from './line-state'
import { read } from './read'

const ofSite = () => new Response('{}', { headers: { 'x-remix-response': 'yes' } })
const gateway = () => new Response('<html>Bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })
const PAGE = new URL('http://site/order.data')

function reading(purpose: 'kept' | 'step' | 'follows-form' | 'inside', ...answers: (() => Response)[]) {
  const line = new LineState()
  const events: LineEvent[] = []
  line.listen((event) => events.push(event))
  const left = [...answers]
  const request = (async () => (left.shift() ?? ofSite)()) as typeof fetch
  return { line, events, answer: read({ fetch: request, line, purposeOf: () => purpose }, PAGE, {}) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  'kept',
  'step',
] as const)('a page of a gateway is no answer to a page that is %s: the line is lost, and its status is the code', async (purpose) => {
  const { answer } = reading(purpose, gateway)
  await expect(answer).rejects.toEqual(new LineLost('HTTP 502', true))
})

test('a list inside a page is asked for again and told once with the status', async () => {
  const { events, answer } = reading('inside', gateway, gateway)
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await answer).status).toBe(200)
  expect(events).toEqual([{ kind: 'lost', code: 'HTTP 502' }])
})

test('the page that tells how a form ended is waited for, and not known until it has come', async () => {
  const { line, events, answer } = reading('follows-form', gateway)
  await vi.advanceTimersByTimeAsync(1)
  expect(line.openSendings()).toMatchObject([{ page: '', code: 'HTTP 502' }])
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await answer).status).toBe(200)
  expect([line.openSendings(), events]).toEqual([[], []])
})
