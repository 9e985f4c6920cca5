/**
 * Files that are the same for everybody: the build, public/, and the pictures of the brands. Only the build's hashed
 * assets are immutable; everything else is checked again by ETag.
 */
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import sirv from 'sirv'
import type { Tenant } from '../../contract/tenant'

export type FileHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const BRAND_FILE = /^\/brands\/([a-z][a-z0-9-]{1,31})\/(logo|icon)\.svg$/
// A picture is shown, never run: an SVG that is opened by itself must not execute anything either.
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export interface StaticFileOptions {
  readonly clientDir: string
  readonly publicDir: string
  readonly tenantsDir: string
  readonly tenants: readonly Tenant[]
  readonly isDev: boolean
}

function chain(handlers: readonly FileHandler[]): FileHandler {
  return (req, res, next) => {
    const run = (index: number): void => {
      const handler = handlers[index]
      if (handler === undefined) next()
      else handler(req, res, () => run(index + 1))
    }
    run(0)
  }
}

/** Serves `/brands/<id>/logo.svg` and icon.svg of loaded tenants only: the path is rebuilt from the id, never taken over. */
function brandFiles({ tenantsDir, tenants, isDev }: StaticFileOptions): FileHandler {
  const known = new Set(tenants.map((tenant) => tenant.id))
  const serve = sirv(tenantsDir, {
    dev: isDev,
    etag: true,
    setHeaders: (res) => {
      res.setHeader('Cache-Control', 'public, max-age=300')
      res.setHeader('Content-Security-Policy', PICTURE_POLICY)
    },
  })
  return (req, res, next) => {
    const found = BRAND_FILE.exec((req.url ?? '').split('?')[0] ?? '')
    const id = found?.[1]
    if (id === undefined || !known.has(id)) return next()
    req.url = `/${id}/${found?.[2]}.svg`
    serve(req, res, next)
  }
}

function publicFiles(dir: string, isDev: boolean): FileHandler {
  return sirv(dir, {
    dev: isDev,
    etag: true,
    setHeaders: (res, pathname) => {
      res.setHeader('Cache-Control', pathname.startsWith('/fonts/') ? 'public, max-age=604800' : 'public, max-age=3600')
      if (pathname.endsWith('.svg')) res.setHeader('Content-Security-Policy', PICTURE_POLICY)
    },
  })
}

function builtFiles(clientDir: string): FileHandler {
  const serve = sirv(clientDir, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (res, pathname) => {
      res.setHeader('Cache-Control', pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    },
  })
  return serve
}

export function staticFiles(options: StaticFileOptions): FileHandler {
  const handlers: FileHandler[] = [brandFiles(options), publicFiles(options.publicDir, options.isDev)]
  // The build folder also holds a copy of public/; the rules for public/ come first.
  if (!options.isDev && existsSync(path.join(options.clientDir, 'assets'))) handlers.push(builtFiles(options.clientDir))
  const run = chain(handlers)
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    const looksLikeFile = /\.[a-z0-9]{2,8}$/i.test((req.url ?? '').split('?')[0] ?? '')
    if (isRead && looksLikeFile) run(req, res, next)
    else next()
  }
}
