/**
 * The broker of a node: it serves while it holds the database's lock, alone or together with others, and stands by while a node that
 * serves alone does (docs/decisions/047-one-node-serves.md, 101-nodes-that-serve-together.md).
 *
 * Invariants: books, market and everything that follows them are opened after the lock was taken and what the node before had begun
 * was ended; they are gone, with every connection to the store, before this node waits for the lock again. Who stands by answers
 * every call with SERVICE_UNAVAILABLE and touches nothing.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrandFollower, BrandUpdate } from '../../contract/in-process'
import { readLanguage } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { Broker } from '../assembly/assemble-broker'
import { failure } from '../calls/write-answer'
import { loggableError } from '../db/loggable-error'
import { type Database, openDatabase } from '../db/open-database'
import { SchemaTooNew } from '../db/schema-floor'
import { openServingLock, type ServingLock } from '../db/serving-lock'
import type { DemoLogin } from '../desk/demo-operators'
import { tenantDirectory } from '../directory/tenant-directory'
import type { BrokerFigures } from '../figures/broker-figures'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Texts } from '../ground/texts'
import { corsHeaders } from '../http/pass-gates'
import type { BrokerFetch } from '../http/serve'
import { checkReceiptKeys } from '../receipts/receipt-keys'
import { refuseUpgrade } from '../socket/refuse-upgrade'
import { checkFolder, claimFolder, WrongFolder } from './data-folder'

export interface ServeInTurnOptions {
  readonly url: string
  /** The database is this process's own: nobody stands by, and it is closed when nothing needs it any more. */
  readonly ownStore?: { close(): Promise<void> } | undefined
  /** This node serves together with others that do. */
  readonly isShared?: boolean | undefined
  /** Absolute; belongs to the database and is shared by all its nodes. */
  readonly dataDir: string
  readonly masterKey: Uint8Array
  readonly tenants: readonly Tenant[]
  readonly baseDomain: string
  readonly texts: Texts
  readonly clock: Clock
  readonly logger: Logger
  /** Opens everything over the store, which it closes when it fails. */
  readonly open: (database: Database, tenants: readonly Tenant[]) => Promise<Broker>
  /** This node cannot go on, and the message says how to mend it: the process is to end. */
  readonly onUnfit: (error: Error) => void
}

export interface TurnBroker {
  readonly fetch: BrokerFetch
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** By the clock, at this moment. */
  isServing(): boolean
  /** Hears each time that this node has begun to serve, also if it serves already. */
  whenServing(listener: () => void): void
  ready(): Promise<boolean>
  /** @throws while this node stands by */
  figures(): Promise<BrokerFigures>
  readonly brands: Required<BrandFollower>
  readonly demoLogins: readonly DemoLogin[]
  /** The one that serves; null while this node stands by. */
  readonly current: Broker | null
  close(): Promise<void>
}

const POLL_MS = 200
const AGAIN_MS = 1_000
/** What has not closed by then is left to the end of the process. */
const STEP_DOWN_WITHIN_MS = 10_000

/** Serves at once or stands by. @throws when the store cannot be reached, or this node could never serve it */
export async function serveInTurn(options: ServeInTurnOptions): Promise<TurnBroker> {
  const turn = new Turn(options)
  await turn.begin()
  return turn
}

interface Serving {
  readonly lock: ServingLock
  readonly database: Database
  readonly broker: Broker
}

class Turn implements TurnBroker {
  private serving: Serving | null = null
  private waiting: ServingLock | null = null
  private tenants: readonly Tenant[]
  /** The last change of the brands. */
  private update: BrandUpdate | null = null
  private readonly directory
  private readonly listeners: (() => void)[] = []
  private isChecked = false
  private complaint = ''
  private isClosed = false
  private life: Promise<void> = Promise.resolve()

  constructor(private readonly options: ServeInTurnOptions) {
    this.tenants = options.tenants
    this.directory = tenantDirectory(options.tenants, options.baseDomain)
  }

  async begin(): Promise<void> {
    const lock = await this.openLock()
    try {
      if (await lock.tryTake()) await this.serve(lock)
      else {
        await this.check()
        this.sayStandingBy('another node serves this database')
      }
    } catch (error) {
      lock.release()
      throw error
    }
    this.waiting = this.serving === null ? lock : null
    this.life = this.live()
  }

  get current(): Broker | null {
    return this.serving?.lock.isHeld() === true ? this.serving.broker : null
  }

  get demoLogins(): readonly DemoLogin[] {
    return this.current?.demoLogins ?? []
  }

  isServing(): boolean {
    return this.current !== null
  }

  whenServing(listener: () => void): void {
    this.listeners.push(listener)
    if (this.isServing()) listener()
  }

  readonly fetch: BrokerFetch = async (request, context) => this.current?.fetch(request, context) ?? this.standingBy(request)

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { current } = this
    if (current === null) refuseUpgrade(socket, 503)
    else current.handleUpgrade(request, socket, head)
  }

  async ready(): Promise<boolean> {
    return (await this.current?.ready()) ?? false
  }

  async figures(): Promise<BrokerFigures> {
    const { current } = this
    if (current === null) throw new Error('this node stands by')
    return current.figures()
  }

  readonly brands: Required<BrandFollower> = {
    prepare: async (joining) => this.current?.brands.prepare(joining),
    changing: async (brands) => this.current?.brands.changing(brands),
    take: (update) => {
      this.tenants = update.tenants
      this.update = update
      this.directory.replace(update.tenants)
      this.current?.brands.take(update)
    },
    recorded: async (record) => this.current?.brands.recorded(record),
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.waiting?.release()
    const { serving } = this
    try {
      // The lock is given back when the books are closed: whoever takes it finds everything written.
      if (serving !== null) await serving.broker.close().finally(() => serving.lock.release())
      await this.life
    } finally {
      await this.options.ownStore?.close()
    }
  }

  private openLock(): Promise<ServingLock> {
    const { url, clock, ownStore, isShared = false } = this.options
    return openServingLock({ url, clock, isAlone: ownStore !== undefined, isShared })
  }

  /** Waits, serves, waits … until it is closed. */
  private async live(): Promise<void> {
    while (!this.isClosed) {
      try {
        if (this.serving !== null) {
          const reason = await this.serving.lock.lost
          if (!this.isClosed) await this.stepDown(reason)
        } else await this.takeTurn()
      } catch (error) {
        this.waiting?.release()
        this.waiting = null
        if (this.isClosed) return
        if (error instanceof WrongFolder || error instanceof NotClosed || error instanceof SchemaTooNew) return this.options.onUnfit(error)
        this.complain(error)
        await wait(AGAIN_MS)
      }
    }
  }

  private async takeTurn(): Promise<void> {
    this.waiting ??= await this.openLock()
    const lock = this.waiting
    if (this.isClosed) return lock.release()
    if (await lock.tryTake()) {
      await this.serve(lock)
      this.waiting = null
      return
    }
    this.complaint = ''
    if (!this.isChecked) await this.check()
    await wait(POLL_MS)
  }

  /** The holder of the lock opens the books. */
  private async serve(lock: ServingLock): Promise<void> {
    const { options } = this
    await lock.fence()
    let database: Database | undefined
    const opening = (async () => {
      const letNextIn = await lock.waitToOpen()
      database = await openDatabase({
        databaseUrl: options.url,
        holder: lock.holder,
        logger: options.logger,
      })
      await claimFolder(database, options.dataDir)
      const { update, tenants } = this
      const broker = await options.open(database, tenants)
      if (this.update !== null && this.update !== update) await catchUp(broker, this.update)
      await lock.serve()
      await letNextIn()
      return { lock, database, broker }
    })()
    try {
      this.serving = await Promise.race([opening, lock.lost.then((reason) => Promise.reject(new Error(`the lock was lost: ${reason}`)))])
    } catch (error) {
      database?.cut()
      void opening.then(({ broker }) => broker.close()).catch(() => {})
      throw error
    }
    options.logger.info({ pid: process.pid }, 'this node serves the database')
    for (const listener of this.listeners) listener()
  }

  private async stepDown(reason: string): Promise<void> {
    const { serving } = this
    if (serving === null) return
    this.serving = null
    this.sayStandingBy(reason)
    serving.database.cut()
    const isClosed = await Promise.race([
      serving.broker.close().then(
        () => true,
        () => true,
      ),
      wait(STEP_DOWN_WITHIN_MS, false, { ref: false }),
    ])
    if (!isClosed) throw new NotClosed()
  }

  private sayStandingBy(reason: string): void {
    const until = this.options.ownStore !== undefined ? 'the store answers again' : 'it holds the lock of the database'
    this.options.logger.warn({ reason }, `this node stands by: it serves nobody until ${until}`)
  }

  /** Whether this node could serve what it waits for. @throws when it could not */
  private async check(): Promise<void> {
    const { url, dataDir, masterKey, logger } = this.options
    const database = await openDatabase({ databaseUrl: url, poolSize: 1, migrates: false, logger })
    try {
      this.isChecked = (await checkFolder(database, dataDir)) === 'same'
      await checkReceiptKeys(database, this.tenants, masterKey)
    } catch (error) {
      // The tables are made by whoever serves first.
      if (!isTableMissing(error)) throw error
    } finally {
      await database.close()
    }
  }

  private complain(error: unknown): void {
    const text = String(error)
    if (text !== this.complaint) this.options.logger.error({ err: loggableError(error) }, 'this node cannot serve; it tries again')
    this.complaint = text
  }

  private standingBy(request: Request): Response {
    const text = this.options.texts.error(readLanguage(request.headers.get('lang')), 'SERVICE_UNAVAILABLE')
    return failure(
      'SERVICE_UNAVAILABLE',
      text,
      corsHeaders(request.headers, (origin) => this.directory.isSiteOrigin(origin)),
    )
  }
}

class NotClosed extends Error {
  constructor() {
    super('what this node served with could not be closed: the process ends, start it again')
  }
}

/** The brands changed while the books were being opened. */
async function catchUp({ brands }: Broker, update: BrandUpdate): Promise<void> {
  await brands.prepare(update.tenants)
  brands.take({ ...update, changed: update.tenants.map(({ id }) => id) })
}

function isTableMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause && cause.code === '42P01') return true
  return false
}
