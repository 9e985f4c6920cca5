/** A PostgreSQL server of our own, in a folder of its own, that can be killed with all its processes like a machine that loses power. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'

export interface PostgresOptions {
  /** Folder with `initdb` and `postgres`. */
  readonly bin: string
  readonly folder: string
  readonly port: number
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`. */
const isRoot = process.getuid?.() === 0
const asItsUser = (command: string, args: readonly string[]): [string, string[]] =>
  isRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', command, ...args]] : [command, [...args]]

export class PostgresProcess {
  private child: ChildProcess | null = null
  private ended: Promise<unknown> = Promise.resolve()

  private constructor(private readonly options: PostgresOptions) {}

  static async create(options: PostgresOptions): Promise<PostgresProcess> {
    const { bin, folder } = options
    mkdirSync(folder, { recursive: true })
    if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
    const [command, args] = asItsUser(path.join(bin, 'initdb'), [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ])
    execFileSync(command, args, { stdio: 'ignore', cwd: '/' })
    const server = new PostgresProcess(options)
    await server.start()
    return server
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.options.port}/postgres`
  }

  /** Starts it again on what it left behind, and waits until it answers. */
  async start(): Promise<void> {
    const { bin, folder, port } = this.options
    // Durable as in life: what it reports as committed is on the disk.
    const args = ['-D', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=on']
    const [command, whole] = asItsUser(path.join(bin, 'postgres'), args)
    const child = spawn(command, whole, { stdio: 'ignore', cwd: '/' })
    this.child = child
    this.ended = new Promise((resolve) => child.once('exit', resolve))
    for (let tries = 0; tries < 600; tries++) {
      if (await this.answers()) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('PostgreSQL did not start within 60 s')
  }

  /** kill -9 for the server and every one of its processes. */
  async kill(): Promise<void> {
    const pid = this.child?.pid
    if (pid === undefined) return
    const children = childrenOf(pid)
    for (const one of [pid, ...children]) {
      try {
        process.kill(one, 'SIGKILL')
      } catch {
        // It had ended by itself.
      }
    }
    await this.ended
  }

  private async answers(): Promise<boolean> {
    const client = postgres(this.url, { max: 1, connect_timeout: 1, onnotice: () => {} })
    try {
      await client`select 1`
      return true
    } catch {
      return false
    } finally {
      await client.end({ timeout: 1 }).catch(() => {})
    }
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
