/**
 * What live prices cost the browser's one thread on a phone four times slower than this machine: the whole work of the home page while
 * its rows move, divided by the pushes that moved them. Held against a page of bare rows whose texts are set as often.
 */
import { type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { SITE_HOST, withSite } from './bench-site'
import type { Figure } from './report'

const SLOWDOWN = 4
const SETTLE_MS = 6_000
const MEASURED_MS = 10_000
const ROWS = 40
const PUSHES_A_SECOND = 10

interface Cost {
  /** Milliseconds of the main thread. */
  readonly busy: number
  readonly pushes: number
  readonly rows: number
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

async function watch(page: Page, address: string, begin?: () => Promise<void>): Promise<Cost> {
  const session = await page.context().newCDPSession(page)
  let pushes = 0
  let rows = 0
  let isMeasured = false
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    if (!isMeasured || !response.payloadData.startsWith('{"topic":"DAY_MARKET"')) return
    pushes += 1
    rows += (JSON.parse(response.payloadData) as { data: unknown[] }).data.length
  })
  await session.send('Network.enable')
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(address)
  await begin?.()
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.waitForTimeout(SETTLE_MS)
  const before = await busyMs(session)
  isMeasured = true
  await page.waitForTimeout(MEASURED_MS)
  const busy = (await busyMs(session)) - before
  return { busy, pushes, rows }
}

/** Rows with the same parts as those of the market, without a framework, a store or a style of their own. */
async function setBareRows(page: Page): Promise<void> {
  await page.evaluate(
    ([count, everyMs]) => {
      const cells = Array.from({ length: count }, () => {
        const row = document.body.appendChild(document.createElement('p'))
        return ['EURUSD', '1.16428', '1.16431', '+0.12 %'].map((text) => {
          const cell = row.appendChild(document.createElement('span'))
          cell.textContent = text
          return cell
        })
      })
      let turn = 0
      setInterval(() => {
        turn += 1
        for (const [, bid, ask] of cells) {
          if (bid) bid.textContent = (1.16 + (turn % 90) / 1e4).toFixed(5)
          if (ask) ask.textContent = (1.17 + (turn % 90) / 1e4).toFixed(5)
        }
      }, everyMs)
    },
    [ROWS, 1_000 / PUSHES_A_SECOND] as const,
  )
}

export async function measureTicks(): Promise<Figure[]> {
  const executablePath = await findBrowser()
  if (executablePath === null) throw new Error('no Chromium here; set CHROMIUM_PATH')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const phone = { viewport: { width: 390, height: 844 } }
    const plain = await browser.newPage(phone)
    const bare = await watch(plain, 'about:blank', () => setBareRows(plain))
    await plain.close()
    const perPush = bare.busy / ((MEASURED_MS / 1_000) * PUSHES_A_SECOND)
    return await withSite(async () => {
      const figures: Figure[] = []
      for (const [name, viewport] of [
        ['phone', phone.viewport],
        ['desk', { width: 1440, height: 900 }],
      ] as const) {
        const page = await browser.newPage({ viewport })
        const home = await watch(page, `http://${SITE_HOST}/`)
        await page.close()
        if (home.pushes === 0) throw new Error('no price came')
        const moved = home.rows / home.pushes
        figures.push(
          {
            what: `home on a ${name}, a push of ${moved.toFixed(1)} moving rows, processor ÷ ${SLOWDOWN}`,
            value: home.busy / home.pushes,
            unit: 'ms',
            baseline: { what: `texts of ${ROWS} bare rows`, value: perPush },
          },
          {
            what: `home on a ${name}, each moving row, 2 ms at most`,
            value: home.busy / home.rows,
            unit: 'ms',
            baseline: { what: 'text of a bare row', value: perPush / ROWS },
          },
        )
      }
      return figures
    })
  } finally {
    await browser.close()
  }
}
