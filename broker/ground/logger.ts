/** Where the broker reports what happened: the part of pino it uses. Fields never hold a token, a key or a parameter's value. */
type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void

export interface Logger {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

/** Of what is opened for a moment by whoever says themselves what matters. */
export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} }
