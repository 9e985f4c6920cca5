/** Where the servers of the journeys listen: one with open markets, one on a Saturday, one whose broker is elsewhere, one with known prices. */
const FIRST = Number(process.env.E2E_PORT ?? 3190)

export const PORTS = { open: FIRST, weekend: FIRST + 1, remote: FIRST + 2, scripted: FIRST + 3 } as const
export type ServerName = keyof typeof PORTS

export type Brand = 'aurora' | 'meridian' | 'saffron' | 'graphite'

export const hostOf = (brand: Brand, server: ServerName = 'open'): string => `${brand}.localhost:${PORTS[server]}`
export const originOf = (brand: Brand, server: ServerName = 'open'): string => `http://${hostOf(brand, server)}`
