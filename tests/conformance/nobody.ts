/** An account that nobody has, another one each time: a broker limits how often one may be tried, and the suite may be run again at once. */
import { randomUUID } from 'node:crypto'

export const nobody = (): string => `conformance-${randomUUID()}@example.com`
