import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LineLost } from './line-lost'
import { type LineEvent, LineState } from './line-state'
import { askAbout, formName, newSending, send } from './send'

const answered = (status = 200, headers: Record<string, string> = {}) =>
  new Response('told', { status, headers: { 'x-remix-response': 'yes', ...headers } })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const html = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } })

/** A line on which the n-th request is answered by the n-th script. */
function scripted(...answers: (() => Response | Promise<Response>)[]) {
  const line = new LineState()
  const events: LineEvent[] = []
  line.listen((event) => events.push(event))
  const sent: { key: string | null; ask: string | null; body: string }[] = []
  const kept = new Set<string>()
  const lostOnes: string[] = []
  const tools = {
    line,
    fetch: (async (_: unknown, init: RequestInit) => {
      const headers = new Headers(init.headers)
      sent.push({ key: headers.get('idempotency-key'), ask: headers.get('idempotency-ask'), body: String(init.body) })
      return (answers[sent.length - 1] ?? lost)()
    }) as typeof fetch,
    remember: ({ key }: { key: string }) => kept.add(key),
    tellTabs: (key: string) => lostOnes.push(key),
    forget: (key: string) => kept.delete(key),
  }
  const form = newSending('http://site/order.data', { method: 'POST', body: new URLSearchParams({ intent: 'close', id: '7' }) })
  return { tools, line, events, sent, kept, lostOnes, form }
}

const setOnLine = (isOnLine: boolean) => vi.stubGlobal('navigator', { onLine: isOnLine })

beforeEach(() => {
  vi.useFakeTimers()
  setOnLine(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an answer that comes is the end: nothing is asked and nothing said', async () => {
  const { tools, line, events, sent, kept, form } = scripted(() => answered(422))
  const answer = await send(tools, form)
  expect([answer.status, await answer.text()]).toEqual([422, 'told'])
  expect(sent).toEqual([{ key: form.key, ask: null, body: 'intent=close&id=7' }])
  expect([events, line.openSendings(), kept.size]).toEqual([[], [], 0])
})

test.each([
  ['one', [lost]],
  ['several', [lost, lost, lost]],
])('%s of its answers lost: it is not known, then asked about with the same key until it is', async (_, losses) => {
  const { tools, line, events, sent, kept, form } = scripted(...losses, () => answered())
  const answer = send(tools, form)
  await vi.advanceTimersByTimeAsync(1)
  expect(line.openSendings()).toMatchObject([{ key: form.key, code: 'ERR_NETWORK' }])
  expect(kept).toEqual(new Set([form.key]))
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await answer).status).toBe(200)
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([form.key]))
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  expect(sent.map(({ ask }) => ask)).toEqual([null, ...losses.map(() => '1')])
  expect([line.openSendings(), events, kept.size]).toEqual([[], [], 0])
})

test('all of them lost: it stays not known, and is never said to have failed', async () => {
  const { tools, line, events, sent, form } = scripted()
  void send(tools, form)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(sent.length).toBeGreaterThan(10)
  expect(line.openSendings()).toHaveLength(1)
  expect(events).toEqual([])
})

test.each([
  ['a gateway of its own words', () => html(502), 'HTTP 502'],
  ['a gateway with a page that looks well', () => html(200), 'HTTP 200'],
  ['a site that could not reach its broker', () => answered(422, { 'x-not-known': '1' }), 'HTTP 422'],
  [
    'an answer that breaks off',
    () => new Response(new ReadableStream({ start: (to) => to.error(new Error('cut')) }), { headers: { 'x-remix-response': 'yes' } }),
    'ERR_NETWORK',
  ],
])('%s says nothing of what became of it', async (_, bad, code) => {
  const { tools, line, sent, form } = scripted(bad, () => answered())
  const answer = send(tools, form)
  await vi.advanceTimersByTimeAsync(1)
  expect(line.openSendings()).toMatchObject([{ code }])
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await answer).ok).toBe(true)
  expect(sent[1]?.ask).toBe('1')
})

test('a request that is never answered counts as lost after a while', async () => {
  vi.useRealTimers()
  const abort = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(20))
  const { tools, line, form } = scripted()
  const never = {
    ...tools,
    fetch: ((_: unknown, { signal }: RequestInit) =>
      new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))) as typeof fetch,
  }
  void send(never, form)
  await vi.waitFor(() => expect(line.openSendings()).toHaveLength(1))
  abort.mockRestore()
})

test('the line that is back is asked at once', async () => {
  const { tools, line, sent, form } = scripted(lost, lost, lost, () => answered())
  const answer = send(tools, form)
  for (let round = 1; round <= 3; round += 1) {
    await vi.advanceTimersByTimeAsync(1)
    line.tryNow()
  }
  expect((await answer).ok).toBe(true)
  expect(sent).toHaveLength(4)
})

test('without a network nothing is sent, nothing is kept to be sent later, and the code is told', async () => {
  setOnLine(false)
  const { tools, events, sent, kept, form } = scripted()
  await expect(send(tools, form)).rejects.toEqual(new LineLost('ERR_INTERNET_DISCONNECTED', false))
  expect([sent, kept.size, events]).toEqual([[], 0, [{ kind: 'lost', code: 'ERR_INTERNET_DISCONNECTED' }]])
})

test('what was turned away before the site did not arrive', async () => {
  const { tools, line, events, form } = scripted(() => html(413))
  await expect(send(tools, form)).rejects.toEqual(new LineLost('HTTP 413', false))
  expect([line.openSendings(), events]).toEqual([[], [{ kind: 'lost', code: 'HTTP 413' }]])
})

test('whoever leaves the page meanwhile is told how it ended', async () => {
  const { tools, events, form } = scripted(lost, () => answered(422))
  const leaving = new AbortController()
  const answer = send(tools, form, leaving.signal)
  await vi.advanceTimersByTimeAsync(1)
  leaving.abort(new Error('left'))
  await expect(answer).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(events).toMatchObject([{ kind: 'ended', sending: { key: form.key, isInherited: false }, end: { isDone: false } }])
})

test.each([
  'before its answer was lost',
  'after it',
])('a part of the page that has gone %s is told once, by the page, how it ended', async (when) => {
  const { tools, line, events, form } = scripted(lost, lost, () => answered(422))
  const leave = () => line.leave(formName('/order?type=1', form.body))
  if (when.startsWith('before')) leave()
  const answer = send(tools, form)
  await vi.advanceTimersByTimeAsync(1)
  if (when.startsWith('after')) leave()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await (await answer).text()).toBe('told')
  expect(events).toMatchObject([{ kind: 'ended', sending: { key: form.key }, end: { isDone: false } }])
})

test('whoever is still there hears the answer alone, and one that was not lost needs no message', async () => {
  const there = scripted(lost, () => answered())
  const answer = send(there.tools, there.form)
  await vi.advanceTimersByTimeAsync(5_000)
  await answer
  const gone = scripted(() => answered())
  gone.line.leave(formName('/order', gone.form.body))
  await send(gone.tools, gone.form)
  expect([there.events, gone.events]).toEqual([[], []])
})

test('a page that is loaded anew only asks about what the page before it sent', async () => {
  const { tools, line, events, sent, form } = scripted(lost, () => answered())
  const asked = askAbout(tools, form, null)
  expect(line.openSendings()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await asked
  expect(sent.map(({ ask }) => ask)).toEqual(['1', '1'])
  expect(line.openSendings()).toEqual([])
  expect(events).toMatchObject([
    { kind: 'ended', sending: { page: '/order', fields: { id: '7' }, isInherited: true }, end: { isDone: true } },
  ])
})

test('how often it was asked, and when it is next, can be told; other tabs hear of the loss once', async () => {
  const { tools, line, lostOnes, form } = scripted()
  void send(tools, form)
  await vi.advanceTimersByTimeAsync(1)
  expect(line.openSendings()).toMatchObject([{ asked: 0, nextAt: expect.any(Number), page: '/order' }])
  await vi.advanceTimersByTimeAsync(3_100)
  expect(line.openSendings()).toMatchObject([{ asked: 2 }])
  expect(new Set(lostOnes)).toEqual(new Set([form.key]))
})

test('a site that did not look, because another is signed in, has said nothing of the end', async () => {
  const { encode } = await import('turbo-stream')
  const atTheDoor = () =>
    new Response(encode({ redirect: '/login?from=%2Ftrade' }), { status: 202, headers: { 'x-remix-response': 'yes' } })
  const { tools, line, events, form } = scripted(atTheDoor)
  await askAbout(tools, form, null)
  expect([line.openSendings(), events]).toEqual([[], []])
})

test('the answer of the action comes with the end', async () => {
  const { encode } = await import('turbo-stream')
  const placed = { placed: true, order: { Price: '1.16428' } }
  const told = () => new Response(encode({ data: placed }), { headers: { 'x-remix-response': 'yes' } })
  const { tools, events, form } = scripted(told)
  await askAbout(tools, form, null)
  expect(events).toMatchObject([{ kind: 'ended', end: { isDone: true, data: placed } }])
})
