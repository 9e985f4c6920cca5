/** Where the servers of the journeys listen: one with open markets, one on a Saturday that also mails, one whose broker is elsewhere, one with known prices, one of whose companies winds down. */
const FIRST = Number(process.env.E2E_PORT ?? 3190)

export const PORTS = {
  open: FIRST,
  weekend: FIRST + 1,
  remote: FIRST + 2,
  scripted: FIRST + 3,
  winding: FIRST + 4,
} as const
/** Where the server that mails hands its mails in; nobody listens there before a journey does. */
export const SMTP_PORT = FIRST + 5
/** Of a server that only the journey between sibling brands starts, by itself. */
export const SIBLING_PORT = FIRST + 6
/** Where the journeys put the prices of the scripted server. */
export const STEERING_PORT = FIRST + 7
export type ServerName = keyof typeof PORTS

export type Brand = 'aurora' | 'meridian' | 'saffron' | 'graphite'
/** A company's site, or the operators' desk of all of them. */
export type Site = Brand | 'desk'

export const hostOf = (site: Site, server: ServerName = 'open'): string => `${site}.localhost:${PORTS[server]}`
export const originOf = (site: Site, server: ServerName = 'open'): string => `http://${hostOf(site, server)}`
