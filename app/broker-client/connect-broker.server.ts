/** The broker this process speaks to: its own, opened from the options, or one elsewhere, which it only calls. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BrandFollower } from '../../contract/in-process'
import type { Env } from '../process/env.server'
import { type SendToBroker, sendOverHttp } from './broker.server'
import type { BrokerFigures, BrokerHandle } from './broker-handle'

export interface BrokerConnection {
  /** For the site's own calls. */
  readonly send: SendToBroker
  /** For calls that come in from outside; null when the broker is elsewhere. */
  readonly answer: ((request: Request, clientAddress: string) => Promise<Response>) | null
  readonly handleUpgrade: ((req: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) => void) | null
  /** Asked anew whenever they are told. */
  readonly demoLogins: () => NonNullable<BrokerHandle['demoLogins']>
  /** False while another node serves the same store and this one stands by. */
  readonly isServing: () => boolean
  readonly whenServing: (listener: () => void) => void
  /** Null when the broker is elsewhere and has brands of its own. */
  readonly brands: BrandFollower | null
  readonly isReady: () => Promise<boolean>
  /** Null when the broker is elsewhere and watched there. */
  readonly figures: (() => Promise<BrokerFigures>) | null
  readonly close: () => Promise<void>
}

function remoteBroker(origin: string): BrokerConnection {
  return {
    send: sendOverHttp,
    answer: null,
    handleUpgrade: null,
    demoLogins: () => [],
    isServing: () => true,
    whenServing: (listener) => listener(),
    brands: null,
    // Any answer will do: what counts is that the broker can be reached.
    isReady: () =>
      fetch(`${origin}/api/company/getCompany`, { signal: AbortSignal.timeout(2000), redirect: 'error' }).then(
        (response) => response.status < 500,
        () => false,
      ),
    figures: null,
    close: async () => {},
  }
}

/** The site calls in process with the visitor's address, which the broker's limits count by. */
function embeddedBroker(handle: BrokerHandle): BrokerConnection {
  return {
    send: (request) =>
      handle.fetch(request, {
        clientAddress: request.headers.get('x-forwarded-for') ?? '',
        // A page that is being made stays its company's, even if the host has just become another one's.
        company: request.headers.get('company_id') ?? undefined,
      }),
    answer: (request, clientAddress) => handle.fetch(request, { clientAddress }),
    handleUpgrade: (req, socket, head, clientAddress) => handle.handleUpgrade(req, socket, head, { clientAddress }),
    demoLogins: () => handle.demoLogins ?? [],
    isServing: () => handle.isServing?.() ?? true,
    whenServing: (listener) => (handle.whenServing === undefined ? listener() : handle.whenServing(listener)),
    brands: handle.brands ?? null,
    isReady: () => handle.ready(),
    figures: handle.figures === undefined ? null : () => handle.figures?.() as Promise<BrokerFigures>,
    close: () => handle.close(),
  }
}

export async function connectBroker(env: Pick<Env, 'BROKER_ORIGIN'>, openEmbedded: () => Promise<BrokerHandle>): Promise<BrokerConnection> {
  return env.BROKER_ORIGIN === undefined ? embeddedBroker(await openEmbedded()) : remoteBroker(env.BROKER_ORIGIN)
}
