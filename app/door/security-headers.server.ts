/** Headers that every page carries. One place builds the policy; a page cannot widen it. */
import type { ServerResponse } from 'node:http'

interface PolicyFacts {
  readonly nonce: string
  /** Origin of the realtime socket, e.g. `ws://aurora.localhost:3000`. */
  readonly socketOrigin: string
  /** Origins that may be shown in a frame (the company's customer service), and asked whether they answer. */
  readonly frameOrigins: readonly string[]
  readonly isSecure: boolean
  /** Development: the bundler injects styles without a nonce and keeps its own socket. */
  readonly isDev: boolean
}

export function contentSecurityPolicy({ nonce, socketOrigin, frameOrigins, isSecure, isDev }: PolicyFacts): string {
  const directives = [
    "default-src 'none'",
    // Not 'strict-dynamic': under it browsers refuse the module preloads, which Remix writes without a nonce.
    `script-src 'self' 'nonce-${nonce}'`,
    isDev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes (a gauge's width) into the server's HTML; an attribute cannot carry a nonce.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", socketOrigin, ...(isDev ? ['ws:'] : []), ...frameOrigins].join(' ')}`,
    `frame-src ${frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'"}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]
  if (isSecure) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

/** Sent with everything, pages and files alike. */
export function baseHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    // Without includeSubDomains: a company's domain may carry hosts that are not ours.
    ...(isSecure && { 'Strict-Transport-Security': 'max-age=63072000' }),
  }
}

export function setBaseHeaders(res: ServerResponse, isSecure: boolean): void {
  for (const [name, value] of Object.entries(baseHeaders(isSecure))) res.setHeader(name, value)
}
