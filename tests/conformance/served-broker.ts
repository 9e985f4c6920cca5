/** The embedded broker behind the door of the house on a real port, with moving prices: what `npm start` serves, less the pages. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDoor } from '../../app/door/door.server'
import { buildHostMap } from '../../app/door/hosts.server'
import { acceptUpgrades, type UpgradeOptions } from '../../app/door/upgrades.server'
import { createClock } from '../../app/process/clock.server'
import { createLog } from '../../app/process/log.server'
import { assembleBroker } from '../../broker/assembly/assemble-broker'
import { folderFileStore } from '../../broker/files/folder-store'
import { openTestDatabase } from '../fixtures/test-database'
import { TEST_MASTER_KEY } from '../fixtures/test-signer'
import { TENANTS_DIR, TEST_BASE_DOMAIN, testTenants } from '../fixtures/test-tenants'
import { testTexts } from '../fixtures/test-texts'

export const HOST = `aurora.${TEST_BASE_DOMAIN}`
export const OTHER_HOST = `meridian.${TEST_BASE_DOMAIN}`
/** A Wednesday in London, whatever day it is here: all markets are open. */
const OPEN_MARKET = Date.parse('2026-11-18T14:00:00Z')

export interface ServedBroker {
  readonly port: number
  /** What was logged as a warning or an error. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export async function serveBroker(): Promise<ServedBroker> {
  const tenants = testTenants()
  const complaints: string[] = []
  const complain = (fields: Readonly<Record<string, unknown>>, message: string) =>
    complaints.push(`${message}: ${String(fields.err ?? '')}`)
  const broker = await assembleBroker({
    database: await openTestDatabase(),
    feed: { kind: 'simulated', seed: '1' },
    tenants,
    clock: createClock(OPEN_MARKET),
    logger: { debug() {}, info() {}, warn: complain, error: complain },
    masterKey: TEST_MASTER_KEY,
    baseDomain: TEST_BASE_DOMAIN,
    scheme: 'http',
    tenantsDir: TENANTS_DIR,
    texts: await testTexts(),
    checksOutput: false,
    hasDevTools: true,
    files: folderFileStore(path.join(tmpdir(), `candor-conformance-${process.pid}-${Date.now()}`)),
    operatorSocket: null,
  })
  const hosts = buildHostMap(tenants, TEST_BASE_DOMAIN)
  const door = createDoor({
    hosts,
    scheme: 'http',
    // The proxy of the tests stands on this machine too.
    trustedProxies: new Set(['127.0.0.1']),
    files: (_req, _res, next) => next(),
    site: async () => new Response('<p>page</p>', { headers: { 'Content-Type': 'text/html' } }),
    shareImages: async () => Buffer.alloc(0),
    brokerFetch: (request, clientAddress) => broker.fetch(request, { clientAddress }),
    isReady: () => broker.ready(),
    isClosing: () => false,
    log: createLog('silent'),
  })
  // As server.ts keeps them: an idle connection is not closed while the suite is about to use it.
  const server = createServer({ keepAliveTimeout: 65_000 }, door)
  const handle: UpgradeOptions['handle'] = (request, socket, head, clientAddress) =>
    broker.handleUpgrade(request, socket, head, { clientAddress })
  acceptUpgrades(server, { hosts, handle, isClosing: () => false, trustedProxies: new Set(['127.0.0.1']) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    complaints,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await broker.close()
    },
  }
}
