/** The way to a broker: requests and one kind of socket, nothing of what they mean. */
export interface WireRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Frames as text, both ways. */
export interface WireSocket {
  send(text: string): void
  close(): void
  onMessage(hear: (text: string) => void): void
  /** With the close code, 1006 where there was none; also when it never opened. */
  onClose(hear: (code: number) => void): void
}

export interface Line {
  send(request: WireRequest): Promise<WireAnswer>
  /** @param path with its query */
  openSocket(path: string, headers: Readonly<Record<string, string>>): WireSocket
  close(): void
}
