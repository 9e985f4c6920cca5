/**
 * Loaded before the server whose broker is elsewhere: Mock Service Worker answers for that broker, inside the process.
 * Remix puts its own fetch in place when the server starts, which would take the worker's away: so Remix's comes first
 * here, and what the worker makes of it stays.
 */
import { installGlobals } from '@remix-run/node'

installGlobals({ nativeFetch: true })
// Only now: the worker's answers extend the Response that is global when it is loaded.
const { HttpResponse, http } = await import('msw')
const { setupServer } = await import('msw/node')
const { REMOTE_ORIGIN, remoteBrokerHandlers } = await import('../fixtures/remote-broker')
const { UNREACHABLE_TOKEN } = await import('./remote-tokens')

const unreachable = http.all(`${REMOTE_ORIGIN}/*`, ({ request }) =>
  request.headers.get('authorization') === UNREACHABLE_TOKEN ? HttpResponse.error() : undefined,
)

setupServer(unreachable, ...remoteBrokerHandlers()).listen({ onUnhandledRequest: 'bypass' })

const intercepted = globalThis.fetch
Object.defineProperty(globalThis, 'fetch', { configurable: true, get: () => intercepted, set: () => undefined })
