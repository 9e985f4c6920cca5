/** The real server as a child process that can be killed like a power cut to the process: no goodbye, no flush. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What `npm start` runs, built from the sources as they are now. */
const PROGRAM = ['--enable-source-maps', 'build/program/server.js']
execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })

const READY_WITHIN_MS = 300_000
/** A Wednesday morning, so that forex is open whatever day it is here. */
const FIRST_START = Date.parse('2026-11-18T10:00:00Z')
const processStart = Date.now()

/** What the clock of a server that was just started shows, near enough. Unix milliseconds. */
export const serverNow = (): number => FIRST_START + Date.now() - processStart

/** The brands with one difference: a new payout method can be used at once, so that money goes out within the run. */
function tenantsWithoutHold(dataDir: string): string {
  const folder = path.join(dataDir, 'tenants')
  if (existsSync(folder)) return folder
  cpSync(path.join(root, 'tenants'), folder, { recursive: true })
  const file = path.join(folder, 'aurora/tenant.json')
  const tenant = JSON.parse(readFileSync(file, 'utf8')) as { wallet?: object }
  writeFileSync(file, JSON.stringify({ ...tenant, wallet: { ...tenant.wallet, methodHoldHours: 0 } }))
  return folder
}

interface ServerOptions {
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  readonly env?: Readonly<Record<string, string>>
  /** Hears everything the server writes; what is kept for `output` is only the end of it. */
  readonly onOutput?: (text: string) => void
  /** A module of ours that is loaded into the server and answers what `ask` sends. */
  readonly probe?: string
}

interface Ended {
  readonly code: number | null
  readonly output: string
}

export class ServerProcess {
  private output = ''
  readonly ended: Promise<Ended>

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    onOutput: (text: string) => void,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        this.keep(String(text))
        onOutput(String(text))
      })
    }
    this.ended = new Promise((resolve) => child.on('exit', (code) => resolve({ code, output: this.output })))
  }

  static spawn({ port, dataDir, databaseUrl, env = {}, onOutput = () => {}, probe }: ServerOptions): ServerProcess {
    const { DATABASE_URL: _notTheOperators, REDIS_URL: _neither, NATS_URL: _norThis, ...inherited } = process.env
    const child = spawn(process.execPath, [...(probe === undefined ? [] : ['--import', 'tsx', '--import', probe]), ...PROGRAM], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', ...(probe === undefined ? [] : ['ipc' as const])],
      env: {
        ...inherited,
        NODE_ENV: 'production',
        PORT: String(port),
        BASE_DOMAIN: `localhost:${port}`,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        FEED: 'simulated',
        // Mails are shown instead of waiting for a server, of which there would be a warning.
        DEV_TOOLS: '1',
        // The shifted clock goes on where it was: for the store, time never runs backwards.
        START_AT: new Date(serverNow()).toISOString(),
        TENANTS_DIR: tenantsWithoutHold(dataDir),
        TRUSTED_PROXIES: '127.0.0.1,::1',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        ...env,
      },
    })
    return new ServerProcess(child, port, onOutput)
  }

  /** Spawns and waits until the server says that it can trade. @throws with its output when it ends or takes too long. */
  static async start(options: ServerOptions): Promise<ServerProcess> {
    const server = ServerProcess.spawn(options)
    await server.untilReady()
    return server
  }

  /** Waits until it can trade. @throws with its output when it ends or takes too long. */
  async untilReady(): Promise<void> {
    let end: Ended | undefined
    void this.ended.then((ended) => (end = ended))
    const giveUpAt = Date.now() + READY_WITHIN_MS
    while (!(await this.isReady())) {
      if (end) throw new Error(`the server ended with ${end.code} before it was ready:\n${end.output}`)
      if (Date.now() > giveUpAt) {
        this.kill()
        throw new Error(`the server was not ready within ${READY_WITHIN_MS / 1000} s:\n${this.output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }

  /** Stands still with everything open, as a machine that is suspended; `goOn` wakes it. */
  freeze(): void {
    this.child.kill('SIGSTOP')
  }

  goOn(): void {
    this.child.kill('SIGCONT')
  }

  /** What its probe answers. */
  ask(): Promise<unknown> {
    return new Promise((resolve) => {
      this.child.once('message', resolve)
      this.child.send('')
    })
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** What it has written so far, the end of it. */
  get said(): string {
    return this.output
  }

  /** Asks the server to stop and waits for it; kills it when it does not within 20 s. */
  async stop(): Promise<Ended> {
    this.child.kill('SIGTERM')
    const timer = setTimeout(() => this.kill(), 20_000)
    const ended = await this.ended
    clearTimeout(timer)
    return ended
  }

  /** Lines that were written as warnings or errors. */
  complaints(): string[] {
    return this.output.split('\n').filter((line) => /"level":(40|50|60)/.test(line))
  }

  private keep(text: string): void {
    this.output = `${this.output}${text}`.slice(-200_000)
  }

  isReady(): Promise<boolean> {
    return new Promise((resolve) => {
      const asking = request({ host: '127.0.0.1', port: this.port, path: '/readyz', timeout: 2_000 }, (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      })
      asking.on('error', () => resolve(false))
      asking.on('timeout', () => asking.destroy())
      asking.end()
    })
  }
}
