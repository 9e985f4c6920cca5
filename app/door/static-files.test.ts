import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticFiles } from './static-files.server'

const dir = mkdtempSync(path.join(tmpdir(), 'candor-files-'))
const asset = path.join(dir, 'client/assets/app-1.js')
const worker = path.join(dir, 'client/sw.js')
let server: ReturnType<typeof createServer>

beforeAll(async () => {
  for (const folder of ['client/assets', 'public']) mkdirSync(path.join(dir, folder), { recursive: true })
  writeFileSync(asset, 'export {}\n')
  writeFileSync(worker, 'first()\n')
  const serve = staticFiles({
    clientDir: path.join(dir, 'client'),
    publicDir: path.join(dir, 'public'),
    brandFile: () => undefined,
    isDev: false,
  })
  server = createServer((req, res) => serve(req, res, () => res.writeHead(404).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(dir, { recursive: true, force: true })
})

const get = (pathname: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`)

test('a built file that vanishes while the server runs costs its own answer only', async () => {
  expect(await (await get('/assets/app-1.js')).text()).toBe('export {}\n')
  rmSync(asset)
  await expect(get('/assets/app-1.js').then((answer) => answer.text())).rejects.toThrow()
  expect((await get('/assets/other-2.js')).status).toBe(404)
})

test('the worker is asked for anew each time, and is the one that stands there now', async () => {
  const first = await get('/sw.js')
  expect(await first.text()).toBe('first()\n')
  expect(first.headers.get('content-type')).toContain('text/javascript')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  writeFileSync(worker, 'second().longer()\n')
  expect(await (await get('/sw.js')).text()).toBe('second().longer()\n')
})
