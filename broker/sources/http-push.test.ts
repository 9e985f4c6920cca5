import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { httpPushConnector, signedBytes } from './http-push'

const NOW = 1_800_000_000_000
const { privateKey } = generateKeyPairSync('ed25519')
const { x: publicKey = '', d: secret = '' } = privateKey.export({ format: 'jwk' })

function openSource(settings: { silenceMs?: number } = {}) {
  const said: string[] = []
  const clock = { ms: NOW }
  const connector = httpPushConnector({ id: 'own', codes: ['EURUSD', 'XAUUSD'], keys: { main: publicKey }, ...settings }, () => clock.ms)
  connector.start({
    quoted: ({ code, bid, ask, size, sourceTime }) => void said.push(`${code} ${bid} ${ask} ${size} ${sourceTime}`),
    confirmed: (codes) => void said.push(`confirmed ${codes}`),
    withdrawn: (codes, reason) => void said.push(`withdrawn ${codes}: ${reason}`),
  })
  clock.ms += 1000
  const post = async (body: string, over: { source?: string; time?: number; headers?: Record<string, string>; method?: string } = {}) => {
    const time = String(over.time ?? clock.ms)
    const signature = sign(null, signedBytes(over.source ?? 'own', time, Buffer.from(body)), privateKey).toString('base64url')
    const headers = { 'x-feed-key': 'main', 'x-feed-time': time, 'x-feed-signature': signature, ...over.headers }
    const method = over.method ?? 'POST'
    const request = new Request('http://broker/v1/feed/own', { method, headers, ...(method === 'POST' && { body }) })
    const response = await connector.answerPush(request)
    return { status: response.status, ...((await response.json()) as { seq?: number; taken?: number; error?: string }) }
  }
  return { connector, said, clock, post }
}

const line = (seq: number, over: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ seq, code: 'EURUSD', bid: '1.08650', ask: '1.08652', ...over })

test('signed lines are quoted as they were written, and the others stand', async () => {
  const { connector, said, post } = openSource()
  const gold = line(2, { code: 'XAUUSD', bid: '2400.1', ask: '2400.30', size: '1.5', time: NOW })
  expect(await post(`${line(1)}\n${gold}\n`)).toEqual({ status: 200, seq: 2, taken: 2 })
  expect(await post(line(3, { bid: '1.08651' }))).toEqual({ status: 200, seq: 3, taken: 1 })
  expect(await post('')).toEqual({ status: 200, seq: 3, taken: 0 })
  expect(said).toEqual([
    'EURUSD 108650000 108652000 0 null',
    `XAUUSD 240010000000 240030000000 150000000 ${NOW}`,
    'EURUSD 108651000 108652000 0 null',
    'confirmed XAUUSD',
    'confirmed EURUSD,XAUUSD',
  ])
  expect(connector.health()).toMatchObject({ state: 'live', reason: null, connects: 1, gaps: 0, rejects: 0, latencyMs: 1000 })
  await connector.close()
})

test.each<[string, string, Parameters<ReturnType<typeof openSource>['post']>[1], number, RegExp]>([
  ['nothing is signed', line(9), { headers: { 'x-feed-signature': '' } }, 401, /not signed/],
  ['another key', line(9), { headers: { 'x-feed-key': 'other' } }, 401, /not signed/],
  ['signed for another source', line(9), { source: 'other' }, 401, /not signed/],
  ['another time than was signed', line(9), { headers: { 'x-feed-time': String(NOW + 1001) } }, 401, /not signed/],
  ['a clock that is slow', line(9), { time: NOW - 30_000 }, 401, /more than 30 s apart/],
  ['a clock that is fast', line(9), { time: NOW + 40_000 }, 401, /more than 30 s apart/],
  ['signed before the start', line(9), { time: NOW - 1 }, 401, /before this server began/],
  ['a number that was', line(5), {}, 409, /seq 5 does not follow 5/],
  ['numbers that fall', `${line(8)}\n${line(7)}`, {}, 409, /seq 7 does not follow 8/],
  ['a line that is no JSON', `${line(8)}\n{"seq":`, {}, 400, /^line 2/],
  ['an unknown code', line(9, { code: 'XXXUSD' }), {}, 400, /line 1: XXXUSD is not a code/],
  ['a price as a number', line(9, { bid: 1.0865 }), {}, 400, /line 1/],
  ['a price with an exponent', line(9, { bid: '1e3' }), {}, 400, /at most 8 decimals/],
  ['a price with nine decimals', line(9, { bid: '1.000000001' }), {}, 400, /at most 8 decimals/],
  ['a bid alone', line(9, { ask: undefined }), {}, 400, /a bid and an ask/],
  ['an unknown word', line(9, { last: '1.08' }), {}, 400, /line 1/],
  ['too much', line(9).repeat(2000), {}, 413, /at most 65536 bytes/],
  ['a question', '', { method: 'GET' }, 405, /posted/],
])('%s: refused in plain words, nothing of it is taken', async (_name, body, over, status, words) => {
  const { connector, said, post } = openSource()
  await post(line(5))
  said.length = 0
  const answer = await post(body, over)
  expect(answer.status).toBe(status)
  expect(answer.error).toMatch(words)
  expect(said).toEqual([])
  expect(connector.health().rejects).toBe(1)
  expect(await post(line(6))).toMatchObject({ status: 200, seq: 6 })
  await connector.close()
})

test('the same request twice is taken once', async () => {
  const { connector, post, said } = openSource()
  expect((await post(line(1))).status).toBe(200)
  expect((await post(line(1))).status).toBe(409)
  expect(said.length).toBe(1)
  await connector.close()
})

test('missing numbers are counted, not refused', async () => {
  const { connector, post } = openSource()
  await post(line(1))
  await post(line(5))
  expect(connector.health().gaps).toBe(1)
  await connector.close()
})

test.each([
  ['a bid that is not below its ask', { bid: '1.08652' }, /is not below its ask/],
  ['a bid of nothing', { bid: '0' }, /is not a price/],
  ['a withdrawal', { bid: undefined, ask: undefined, withdrawn: 'halted' }, /halted/],
])('%s: no price until the next good one', async (_name, over, words) => {
  const { connector, said, post } = openSource()
  await post(line(1))
  expect((await post(line(2, over))).status).toBe(200)
  expect(said.at(-1)).toMatch(words)
  await post(line(3))
  expect(said.at(-1)).toBe('EURUSD 108650000 108652000 0 null')
  await connector.close()
})

test('who falls silent has no price', async () => {
  const { connector, said, post } = openSource({ silenceMs: 30 })
  await post(line(1))
  await vi.waitFor(() => expect(said.at(-1)).toBe('withdrawn EURUSD: nothing was posted for 0.03 s'))
  expect(connector.health()).toMatchObject({ state: 'down' })
  await post('')
  expect(connector.health()).toMatchObject({ state: 'live', connects: 2 })
  await connector.close()
  expect((await post(line(2))).status).toBe(503)
})

test('a key that is none is told when the source is made', () => {
  expect(() => httpPushConnector({ id: 'own', codes: [], keys: { main: 'abc' } }, () => 0)).toThrow('the key main is not 32 bytes')
})

test('the example of docs/market-file.md posts what is taken', async () => {
  const connector = httpPushConnector({ id: 'own', codes: ['EURUSD'], keys: { main: publicKey } }, () => Date.now())
  const quoted = vi.fn()
  connector.start({ quoted, confirmed() {}, withdrawn() {} })
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await connector.answerPush(new Request('http://broker/', { method: 'POST', headers, body }))
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const sender = spawn(process.execPath, ['scripts/push-prices.mjs', address, 'own', 'main', secret])
  sender.stdin.end(`${line(1)}\n${line(2, { bid: '1.08649' })}\n`)
  expect(await text(sender.stdout)).toBe('200 {"seq":2,"taken":2}\n')
  expect(quoted).toHaveBeenCalledTimes(2)
  await connector.close()
  server.close()
})
