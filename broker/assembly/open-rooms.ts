/** Opens the rooms that answer somebody: each is given what it needs, by name, and nothing else. */
import { deskHost } from '../../contract/house-hosts'
import { brokerStatements } from '../companies/broker-statement'
import { devOutbox } from '../delivery/dev-outbox'
import { type DemoOperators, openDemoOperators } from '../desk/demo-operators'
import { type Desk, openDesk } from '../desk/open-desk'
import { type BrokerFetch, createHttp } from '../http/serve'
import { openNotices } from '../notices/notices'
import { FOREX_TRADE } from '../socket/private-streams'
import { createSocketServer, type SocketServer } from '../socket/serve'
import type { BrokerParts } from './broker-parts'
import { builtInHandlers } from './built-in-handlers'
import { type BrandKeeper, keepBrands } from './follow-brands'
import type { Ground } from './lay-ground'
import { openOperatorDoor } from './open-operator-door'

/** @param nudge Something was committed: events may wait in the outbox, rows want to be sealed, mails to be sent. */
export function openDeskRoom(parts: BrokerParts, ground: Ground, nudge: () => void): Desk {
  const { clock, logger, texts, masterKey, checksOutput, tenantsDir } = parts
  const { directory, market, tenantMarket, trading, bus, delivery, database, keyedHash, budgets, identity, brakes, risk, reconciliation } =
    ground
  return openDesk({
    database,
    directory,
    trading,
    pricing: trading.pricing,
    market,
    tenantMarket,
    delivery,
    notices: openNotices({ delivery }),
    terms: ground.terms,
    brakes,
    risk,
    reconciliation,
    identity: identity.tools,
    keyedHash,
    masterKey,
    bus,
    budgets,
    clock,
    logger,
    texts,
    checksOutput,
    nudge,
    deskOrigin: `${parts.scheme}://${deskHost(parts.baseDomain)}`,
    brandProblems: ground.brandProblems,
    tenantsDir,
  })
}

interface Answering {
  readonly desk: Desk
  nudge(): void
  isClosing(): boolean
}

export function openHttpRoom(parts: BrokerParts, ground: Ground, { desk, nudge, isClosing }: Answering): BrokerFetch {
  const { clock, logger, texts, checksOutput, isSimulated = true } = parts
  const { directory, market, trading, bus, delivery, database, budgets, identity, keys, logs } = ground
  return createHttp({
    database,
    directory,
    handlers: { ...builtInHandlers(parts, ground), ...parts.extraHandlers },
    texts,
    clock,
    budgets,
    logger,
    rateLimits: parts.rateLimits,
    checksOutput,
    desk,
    images: identity,
    answerPush: ground.sources?.answerPush,
    devOutbox: parts.hasDevTools ? devOutbox(delivery) : undefined,
    statementOf: brokerStatements({
      ...{ database, clock, pricing: trading.pricing, texts, market, keys, logs, isSimulated },
      isTestSystem: (provider) => ground.routes.isTestSystem(provider),
    }),
    logs,
    isClosing,
    onCommitted(tenantId, traderId, call) {
      nudge()
      desk.traderCalled(tenantId, call)
      ground.tally.called(tenantId, call)
      // Whatever the call changed, the account's figures may have moved with it.
      if (traderId === null) return
      bus.publish({ tenantId, traderId, topic: FOREX_TRADE, payload: null })
      bus.tell('account', { tenantId, traderId: BigInt(traderId) })
    },
  })
}

export function openSocketRoom({ clock, texts, logger, scheme, baseDomain }: BrokerParts, ground: Ground): SocketServer {
  const { database, directory, tenantMarket, trading, bus } = ground
  return createSocketServer({
    database,
    directory,
    market: tenantMarket,
    accounts: trading,
    bus,
    clock,
    texts,
    logger,
    mainOrigin: `${scheme}://${baseDomain}`,
  })
}

/** Null where this is no demonstration. */
export async function openDemo(parts: BrokerParts, { database, directory }: Ground): Promise<DemoOperators | null> {
  const { clock, masterKey, demoOperatorsDir: dataDir } = parts
  return dataDir === undefined ? null : openDemoOperators({ database, directory, clock, masterKey, dataDir })
}

interface Serving {
  readonly fetch: BrokerFetch
  readonly socket: SocketServer
  readonly demo: DemoOperators | null
  nudge(): void
}

/** Gives the way to close it. */
export function openDoorRoom(
  parts: BrokerParts,
  ground: Ground,
  { fetch, demo, nudge }: Omit<Serving, 'socket'>,
): Promise<() => Promise<void>> {
  const { masterKey, clock, logger } = parts
  const { database, directory, identity, delivery, reconciliation, logs, bus } = ground
  return openOperatorDoor({
    reconciliation,
    logs,
    path: parts.operatorSocket,
    replacesOperatorSocket: parts.replacesOperatorSocket,
    database,
    directory,
    identity,
    delivery,
    masterKey,
    clock,
    logger,
    fetch,
    deskHost: deskHost(parts.baseDomain),
    demo,
    committed() {
      nudge()
      // What the command may have changed is who may sign in at the desk.
      bus.tell('operators', {})
    },
  })
}

export function openBrandRoom(parts: BrokerParts, ground: Ground, { socket, demo, nudge }: Omit<Serving, 'fetch'>): BrandKeeper {
  const { clock, logger, leavingMs, lookAtBrands = () => {} } = parts
  const { database, directory, keys, logs, trading, news, brandProblems, market } = ground
  return keepBrands({
    database,
    directory,
    keys,
    logs,
    terms: ground.terms,
    trading,
    routes: ground.routes,
    news,
    brandProblems,
    socket,
    demo,
    instruments: market.instruments(),
    clock,
    logger,
    committed: nudge,
    leavingMs,
    bus: ground.bus,
    lookAtBrands,
  })
}
