/** Loaded before the server whose broker is elsewhere: Mock Service Worker answers for that broker, inside the process. */
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { REMOTE_ORIGIN, remoteBrokerHandlers } from '../fixtures/remote-broker'
import { UNREACHABLE_TOKEN } from './remote-tokens'

const unreachable = http.all(`${REMOTE_ORIGIN}/*`, ({ request }) =>
  request.headers.get('authorization') === UNREACHABLE_TOKEN ? HttpResponse.error() : undefined,
)

setupServer(unreachable, ...remoteBrokerHandlers()).listen({ onUnhandledRequest: 'bypass' })
