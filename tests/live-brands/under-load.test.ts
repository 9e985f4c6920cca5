/** Requests and sockets while brands are edited again and again: counts, not times. */
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { host, type LiveSite, openLiveSite } from '../fixtures/live-site'
import { openSocket } from '../fixtures/socket-client'

const REQUESTS = 1_000
const LINES = 25
/** Five hundred a second, all lines together. */
const PAUSE_MS = (1_000 * LINES) / 500

/** `Aurora12`, `aurora12@…`: 12; what was there before: 0. */
const readingOf = (text: string) => Number(/^aurora(\d+)/i.exec(text)?.[1] ?? 0)

let site: LiveSite
beforeEach(async () => {
  site = await openLiveSite()
})
afterEach(() => site.close())

test('500 requests a second under one reload after another: none fails, none is torn, and an open socket goes on ticking', async () => {
  const { world } = site
  const agent = new Agent({ keepAlive: true, maxSockets: LINES })
  const seen = new Map<string, number>()
  const ask = () =>
    new Promise<string>((resolve) => {
      const req = httpRequest({ port: site.port, agent, timeout: 20_000, headers: { host: host('aurora') } }, (res) => {
        let body = ''
        res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        res.on('end', () => {
          const page = res.statusCode === 200 ? JSON.parse(body) : null
          // The broker answers a page that is being made with this reading or a newer one, never with an older one.
          const isWhole = page !== null && readingOf(page.email) >= readingOf(page.name)
          resolve(isWhole ? page.name : `failed: ${res.statusCode} ${body}`)
        })
      })
      req.on('timeout', () => req.destroy(new Error('no answer')))
      req.on('error', (error) => resolve(`failed: ${error.message}`))
      req.end()
    })
  const line = async () => {
    for (let sent = 0; sent < REQUESTS / LINES; sent += 1) {
      const outcome = await ask()
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      await wait(PAUSE_MS)
    }
  }
  const socket = openSocket(site.port, { host: host('aurora') })
  socket.send({ event: 'sub', topic: 'DAY_MARKET' })
  await socket.push('DAY_MARKET')

  let isOver = false
  let reloads = 0
  let ticks = 0
  const reloading = (async () => {
    while (!isOver && reloads < 1_000) {
      reloads += 1
      const name = `Aurora${reloads}`
      site.edit('aurora', () => ({ name, email: `${name.toLowerCase()}@aurora.example` }))
      // A theme and a brand that is broken and mended come with every third.
      if (reloads % 3 === 1) site.write('graphite', 'tenant.json', '{')
      if (reloads % 3 === 2) site.write('graphite', 'tenant.json', `${graphite}\n`)
      await site.brands.settle()
      await wait(20)
    }
  })()
  const ticking = (async () => {
    while (!isOver) {
      ticks += 1
      await world.price('EURUSD', `1.1${String(1000 + (ticks % 1000)).slice(1)}0`)
      await wait(50)
    }
  })()
  try {
    await Promise.all(Array.from({ length: LINES }, line))
  } finally {
    isOver = true
    await Promise.all([reloading, ticking])
    agent.destroy()
  }

  const outcomes = [...seen.keys()]
  expect(outcomes.filter((outcome) => outcome.startsWith('failed'))).toEqual([])
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS)
  // Many readings were really served.
  expect(outcomes.length).toBeGreaterThan(5)
  const pushes = socket.pushes('DAY_MARKET')
  expect(socket.socket.readyState).toBe(1)
  expect(pushes.map(({ seq }) => seq)).toEqual(pushes.map((_push, index) => index + 1))
  expect(pushes.length).toBeGreaterThan(5)
  socket.close()
  // What is in the folder in the end is what is served.
  expect((await site.page(host('aurora'))).name).toBe(`Aurora${reloads}`)
  console.info(`${REQUESTS} requests, ${reloads} reloads, ${outcomes.length} readings seen, ${pushes.length} pushes`)
}, 120_000)

let graphite = ''
beforeEach(() => {
  graphite = site.read('graphite')
})
