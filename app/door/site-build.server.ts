/** The site that Remix serves: the finished build, or in development the bundler that makes it on request. */
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installGlobals, type ServerBuild } from '@remix-run/node'

interface SiteBuild {
  readonly serverBuild: ServerBuild | (() => Promise<ServerBuild>)
  /** Puts the bundler's own files in front of the door; null for a finished build. */
  readonly middleware: ((door: RequestListener) => RequestListener) | null
  readonly close: () => Promise<void>
}

async function developmentBuild(root: string): Promise<SiteBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true } })
  return {
    serverBuild: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    middleware: (door) => (req, res) => vite.middlewares(req, res, () => door(req, res)),
    close: () => vite.close(),
  }
}

export async function loadSiteBuild({ root, isDev }: { root: string; isDev: boolean }): Promise<SiteBuild> {
  // Single fetch needs Node's own Request and Response.
  installGlobals({ nativeFetch: true })
  if (isDev) return developmentBuild(root)
  const file = path.join(root, 'build/server/index.js')
  if (!existsSync(file)) throw new Error('the site is not built yet: run "npm run build" first, or "npm start", which does it')
  const serverBuild = (await import(pathToFileURL(file).href)) as ServerBuild
  return { serverBuild, middleware: null, close: async () => {} }
}
