/** The site as it is served, on a store of its own, and the bare Remix server that it is held against. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDemoAccount } from '../../contract/users'
import { ServerProcess } from '../chaos/server-process'

export const BARE_PORT = 3172
export const SITE_PORT = 3171
export const SITE_HOST = `aurora.localhost:${SITE_PORT}`

export async function withBareRemix<Result>(work: () => Promise<Result>): Promise<Result> {
  const script = fileURLToPath(new URL('./bare-remix-server.tsx', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(BARE_PORT)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    await answering(BARE_PORT)
    return await work()
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function answering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const asking = request({ host: '127.0.0.1', port, timeout: 5_000 }, (response) => {
        response.resume()
        resolve(true)
      })
      asking.on('error', () => resolve(false))
      asking.end()
    })
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the bare server does not answer')
}

export async function withSite<Result>(work: (pid: number) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-bench-'))
  try {
    const server = await ServerProcess.start({ port: SITE_PORT, dataDir })
    try {
      return await work(server.pid)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The cookie of somebody who is signed in to a demo account made for them. */
export function demoSession(): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: SITE_PORT, path: createDemoAccount.path, headers: { host: SITE_HOST } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => {
        const { data } = JSON.parse(text) as { data: { token?: string } | null }
        if (data?.token === undefined) reject(new Error(`no demo account: ${text.slice(0, 200)}`))
        else resolve(`candor_session=${data.token}`)
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}
