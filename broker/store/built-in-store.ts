/**
 * The store of a machine that was given no `DATABASE_URL`: PostgreSQL itself, in the data folder, started, watched and stopped by us.
 *
 * Invariants: one process of ours holds a data folder; what is committed is on the disk (`fsync` stays on); a server that ends while
 * we need it is started again, and until it answers its connections fail as those of any other server do.
 */

import type { ChildProcess } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { FolderInUseError, lockFolder } from '../db/lock-folder'
import { freePort } from '../ground/local-sockets'
import type { Logger } from '../ground/logger'
import { findOwner } from './as-its-user'
import { findBinaries } from './binaries'
import { hasCluster, prepareCluster, STORE_DATABASE, STORE_USER } from './cluster'
import { type ClusterPlaces, clusterPlaces } from './cluster-places'
import { startPostmaster, stopPostmaster } from './postmaster'
import { StoreProblem } from './store-problem'

export interface BuiltInStore {
  /** A connection string for `pg`. */
  readonly url: string
  /** Ends the server, unless it is another process's. */
  close(): Promise<void>
}

export interface BuiltInStoreOptions {
  /** Absolute. */
  readonly dataDir: string
  readonly logger: Logger
  /** Laid over what it runs with. */
  readonly settings?: Readonly<Record<string, string>>
}

const PORT = 5432
/** What systems allow for the path of a socket, less its end; macOS allows the least. */
const MAX_PATH_BYTES = 103
const AGAIN_MS = 200
const AGAIN_AT_MOST_MS = 5_000

/** What is not PostgreSQL's own choice: one machine, one program, a few connections, nothing in the log that a caller wrote. */
const SETTINGS = {
  max_connections: '40',
  shared_buffers: '64MB',
  // A small store does not keep a gigabyte of log about.
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  // A backup holds back what it still has to copy of the log; nobody follows this server.
  max_replication_slots: '2',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
} as const

/** Opens the store of the folder. @throws FolderInUseError or StoreProblem, each with a message for whoever started us. */
export async function openBuiltInStore({ dataDir, logger, settings = {} }: BuiltInStoreOptions): Promise<BuiltInStore> {
  /** What is undone at the end, the last first. */
  const closers: (() => void | Promise<void>)[] = []
  const close = async () => {
    for (const undo of closers.splice(0).reverse()) await undo()
  }
  try {
    const lock = lockOf(dataDir)
    closers.push(() => lock.release())
    const [binaries, owner] = [findBinaries(), findOwner(dataDir)]
    const places = await prepareCluster(dataDir, binaries, owner)
    const way = await openWay(places)
    closers.push(() => way.close())
    const onLine = (line: string) =>
      line.startsWith('PANIC:') ? logger.error({ line }, 'the built-in database failed') : logger.debug({ line }, 'the built-in database')
    const all = { ...SETTINGS, ...way.settings, ...settings }
    const start = (onSpawned: Spawned) =>
      startPostmaster({ places, socket: way.socket(), binaries, owner, settings: all, onLine, onSpawned })
    const watched = watch(start, logger)
    closers.push(() => watched.stop())
    await watched.started
    await makeDatabase(way.url('postgres'))
    return { url: way.url(STORE_DATABASE), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** For a command beside a server that may be running: its store if there is one, else the folder's own until `close`. */
export async function borrowBuiltInStore(options: BuiltInStoreOptions): Promise<BuiltInStore> {
  if (!hasCluster(options.dataDir)) throw new StoreProblem(`There is no store in ${options.dataDir} yet: nothing was ever kept.`)
  try {
    return await openBuiltInStore(options)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    const way = wayTo(clusterPlaces(options.dataDir), null)
    await makeDatabase(way.url('postgres')).catch(() => {
      way.close()
      throw error
    })
    return { url: way.url(STORE_DATABASE), close: async () => way.close() }
  }
}

function lockOf(dataDir: string): ReturnType<typeof lockFolder> {
  try {
    // What making a folder says of one that may not be written is not always the reason.
    accessSync(nearestFolder(dataDir), constants.W_OK | constants.X_OK)
    return lockFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderInUseError) throw error
    throw new StoreProblem(`DATA_DIR=${dataDir} cannot be used: ${(error as Error).message}`)
  }
}

function nearestFolder(place: string): string {
  return existsSync(place) || path.dirname(place) === place ? place : nearestFolder(path.dirname(place))
}

type Spawned = (child: ChildProcess) => void

interface Watched {
  /** Rejects with a StoreProblem when the first start fails. */
  readonly started: Promise<unknown>
  stop(): Promise<void>
}

/** Keeps one server running until it is stopped. */
function watch(start: (onSpawned: Spawned) => Promise<ChildProcess>, logger: Logger): Watched {
  let isStopping = false
  /** The newest, also while it is still starting. */
  let current: ChildProcess | undefined
  const begin = () =>
    start((child) => {
      current = child
      // Asked to stop before it was there: nobody else would tell it.
      if (isStopping) child.kill('SIGINT')
    })
  const again = async (): Promise<ChildProcess | null> => {
    for (let pause = AGAIN_MS; !isStopping; pause = Math.min(2 * pause, AGAIN_AT_MOST_MS)) {
      try {
        return await begin()
      } catch (error) {
        if (isStopping) return null
        logger.error({ err: error }, 'the built-in database does not start; it is tried again')
        await wait(pause)
      }
    }
    return null
  }
  const started = begin()
  const keep = async () => {
    let child: ChildProcess | null = await started
    for (;;) {
      await whenEnded(child)
      if (isStopping) return
      logger.error({ code: child.exitCode, signal: child.signalCode }, 'the built-in database has ended; it is started again')
      child = await again()
      if (child === null) return
      if (!isStopping) logger.warn({}, 'the built-in database runs again')
    }
  }
  // A first start that fails is told by `started`.
  const kept = keep().catch(() => {})
  return {
    started,
    async stop() {
      isStopping = true
      if (current?.pid !== undefined && !hasEnded(current)) await stopPostmaster(current.pid)
      await kept
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const whenEnded = async (child: ChildProcess): Promise<unknown> => hasEnded(child) || new Promise((resolve) => child.once('exit', resolve))

interface Way {
  url(database: string): string
  /** The socket, which is reached again if what led to it was cleaned away; null where there is none. */
  socket(): string | null
  readonly settings: Readonly<Record<string, string>>
  close(): void
}

async function openWay(places: ClusterPlaces): Promise<Way> {
  return wayTo(places, process.platform === 'win32' ? await freePort() : null)
}

/** How the server is reached: by a socket in its folder; on Windows over loopback, with a password. */
function wayTo(places: ClusterPlaces, ownPort: number | null): Way {
  if (process.platform === 'win32') {
    const port = ownPort ?? Number(readFileSync(path.join(places.data, 'postmaster.pid'), 'utf8').split('\n')[3])
    const password = encodeURIComponent(readFileSync(places.password, 'utf8'))
    return {
      url: (database) => `postgresql://${STORE_USER}:${password}@127.0.0.1:${port}/${database}`,
      socket: () => null,
      settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
      close() {},
    }
  }
  const { folder, lay, close } = shortPath(places.run)
  return {
    socket() {
      lay()
      return `${folder}/.s.PGSQL.${PORT}`
    },
    url: (database) => `postgresql://${STORE_USER}@localhost:${PORT}/${database}?host=${encodeURIComponent(folder)}`,
    // From the folder of its data, where it works: the whole path may be longer than a socket's can be.
    settings: { listen_addresses: '', port: String(PORT), unix_socket_directories: '../run', unix_socket_permissions: '0700' },
    close,
  }
}

/** The folder itself, or a link to it from a private place when its path is too long for a socket. */
function shortPath(run: string): { readonly folder: string; lay(): void; close(): void } {
  if (Buffer.byteLength(`${run}/.s.PGSQL.${PORT}`) <= MAX_PATH_BYTES) return { folder: run, lay() {}, close() {} }
  const place = mkdtempSync(path.join(tmpdir(), 'candor-'))
  const folder = path.join(place, 'run')
  const lay = () => {
    mkdirSync(place, { recursive: true, mode: 0o700 })
    if (!existsSync(folder)) symlinkSync(run, folder)
  }
  lay()
  return { folder, lay, close: () => rmSync(place, { recursive: true, force: true }) }
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [STORE_DATABASE])
    if (rowCount === 0) await client.query(`create database ${STORE_DATABASE}`)
  } finally {
    await client.end()
  }
}
