/** The checks of `/verify/day` and `/mine/solvency` in a real browser: the product's own worker and functions on a page of nothing else. */
import { createPublicKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { checkInclusion } from '../../../app/features/solvency/check-inclusion'
import { findBrowser } from '../../../scripts/find-browser.mjs'
import { TEST_SIGNING_KEY } from '../../fixtures/test-signer'
import type { Figure } from '../report'
import { makeSignedLog, type SignedLog } from './signed-log'
import type { OwnPart } from './solvency'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const GOAL = { receipts: 10_000, seconds: 5 }

/** @param count receipts in the file */
export async function measureBrowserChecks(count: number, example: OwnPart): Promise<Figure[]> {
  const signed = makeSignedLog(count)
  return withPage(signed.file, async (page) => {
    const { keys, log } = signed
    const day = await page.evaluate((given) => window.candor.checkDay(given), { keys, log, from: null, count })
    if (day.problem !== null || day.passed !== count)
      throw new Error(`${day.passed} of ${count} receipts passed: ${day.problem ?? 'no problem'}`)
    if (day.told < 10) throw new Error('the page was not told how far it is')
    const own = await page.evaluate((given) => window.candor.checkOwnPart(given), example)
    if (!own.isIncluded) throw new Error('the part of an account that is in the sum was not found there')
    return [
      {
        what: `receipts with proofs checked in a browser's worker (${count.toLocaleString('en-GB')})`,
        value: day.ms / 1_000,
        unit: 's',
        baseline: { what: 'their signatures alone, by Node', value: secondsOfSignatures(signed) },
        goal: { atMost: (GOAL.seconds * count) / GOAL.receipts },
      },
      {
        what: 'one account found in what is owed, in a browser',
        value: own.ms,
        unit: 'ms',
        baseline: { what: 'the same in Node, the second time', value: msOfSecondInclusion(example) },
        goal: { atMost: 50 },
      },
    ]
  })
}

function secondsOfSignatures({ signed }: SignedLog): number {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: TEST_SIGNING_KEY.publicKey }, format: 'jwk' })
  const begun = performance.now()
  for (const { message, signature } of signed)
    if (!verify(null, message, key, signature)) throw new Error('a receipt of the bench is signed')
  return (performance.now() - begun) / 1_000
}

function msOfSecondInclusion({ newest, uid }: OwnPart): number {
  checkInclusion(newest, uid)
  const begun = performance.now()
  checkInclusion(newest, uid)
  return performance.now() - begun
}

async function withPage<Result>(file: string, work: (page: Page) => Promise<Result>): Promise<Result> {
  const executablePath = await findBrowser()
  if (executablePath === null) throw new Error('there is no browser: set CHROMIUM_PATH')
  const server = await serveFiles({
    '/': ['text/html', '<!doctype html><meta charset="utf-8"><script src="/page.js"></script>'],
    '/page.js': ['text/javascript', await bundled('tests/bench/proof/browser-page.ts')],
    '/worker.js': ['text/javascript', await bundled('app/features/receipts/day/day-worker.ts')],
    '/receipts.json': ['application/json', file],
  })
  const browser = await chromium.launch({ executablePath })
  try {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    return await work(page)
  } finally {
    await browser.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

interface Bundler {
  build(options: Readonly<Record<string, unknown>>): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>
}

/** By the bundler that the site's own brings. */
async function bundled(entry: string): Promise<string> {
  const { build } = createRequire(createRequire(import.meta.url).resolve('vite'))('esbuild') as Bundler
  const { outputFiles } = await build({
    ...{ absWorkingDir: root, entryPoints: [entry], bundle: true, write: false, platform: 'browser', format: 'iife' },
    ...{ target: 'es2022', minify: true, define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error(`${entry} gave no file`)
  return output.text
}

type Files = Readonly<Record<string, readonly [type: string, content: string]>>

async function serveFiles(files: Files): Promise<Server> {
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? []
    if (content === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
