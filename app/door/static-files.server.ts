/**
 * Files that are the same for everybody: the build, public/, and the pictures of the brands. Only the build's hashed
 * assets are immutable; everything else is checked again by ETag.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import sirv from 'sirv'

export type FileHandler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const BRAND_FILE = /^\/brands\/([a-z][a-z0-9-]{1,31})\/((logo|icon)\.(svg|png))$/
// A picture is shown, never run: an SVG that is opened by itself must not execute anything either.
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** A picture of a brand as it is served; the same for as long as its tag is the same. */
interface BrandFile {
  readonly content: Uint8Array
  /** As the header writes it, with its quotes. */
  readonly etag: string
}

interface StaticFileOptions {
  readonly clientDir: string
  readonly publicDir: string
  /** A picture of a brand that is served now, or undefined. */
  readonly brandFile: (id: string, name: string) => BrandFile | undefined
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

const PICTURE_TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const

/** Serves `/brands/<id>/logo.svg` and icon.svg (or .png) of the brands as they are now; no path of a request reaches the disk. */
function brandFiles({ brandFile }: StaticFileOptions): FileHandler {
  return (req, res, next) => {
    const [, id = '', name = '', , kind = 'svg'] = BRAND_FILE.exec((req.url ?? '').split('?')[0] ?? '') ?? []
    const file = brandFile(id, name)
    if (file === undefined) return next()
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.setHeader('Content-Security-Policy', PICTURE_POLICY)
    res.setHeader('ETag', file.etag)
    if (req.headers['if-none-match'] === file.etag) {
      res.writeHead(304).end()
      return
    }
    res.setHeader('Content-Type', PICTURE_TYPES[kind === 'png' ? 'png' : 'svg'])
    res.setHeader('Content-Length', file.content.byteLength)
    res.writeHead(200).end(req.method === 'HEAD' ? undefined : file.content)
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

/** The worker's address is fixed, so a browser must ask anew each time: a copy that is kept would hold back every later build. */
function workerFile(clientDir: string): FileHandler {
  const file = path.join(clientDir, 'sw.js')
  return (req, res, next) => {
    if ((req.url ?? '').split('?')[0] !== '/sw.js') return next()
    res.setHeader('Content-Type', 'text/javascript; charset=utf-8')
    res.setHeader('Cache-Control', 'no-cache')
    // What a worker may do follows from the policy of its own file.
    res.setHeader('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
    const content = readFileSync(file)
    res.writeHead(200).end(req.method === 'HEAD' ? undefined : content)
  }
}

export function staticFiles(options: StaticFileOptions): FileHandler {
  const handlers: FileHandler[] = [brandFiles(options), publicFiles(options.publicDir, options.isDev)]
  // The build folder also holds a copy of public/; the rules for public/ come first.
  if (!options.isDev && existsSync(path.join(options.clientDir, 'sw.js'))) handlers.push(workerFile(options.clientDir))
  if (!options.isDev && existsSync(path.join(options.clientDir, 'assets'))) handlers.push(builtFiles(options.clientDir))
  const run = chain(handlers)
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    const looksLikeFile = /\.[a-z0-9]{2,8}$/i.test((req.url ?? '').split('?')[0] ?? '')
    if (!isRead || !looksLikeFile) return next()
    // A file that was there at the start and is gone now (a build put in its place) costs its own answer, not the server.
    res.once('pipe', (file) => file.once('error', () => res.destroy()))
    run(req, res, next)
  }
}
