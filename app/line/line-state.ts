/**
 * What is known of the line between this page and its site, told to whoever draws it: which sendings nobody knows the end of, that a
 * request was lost, and that the line is back. Everything that waits for the line waits here.
 */
import type { SendingEnd } from './sending-end'

/** A sending whose end is not known yet. */
export interface OpenSending {
  readonly key: string
  /** Path of the page whose form it was; empty for the page that follows a form. */
  readonly page: string
  /** The fields of the form by name, without pictures and secrets. */
  readonly fields: Readonly<Record<string, string>>
  /** Unix milliseconds, by the device's clock. */
  readonly since: number
  readonly lostAt: number
  /** Of the failure that took its answer. */
  readonly code: string
  /** How often the site was asked what became of it, the question under way included. */
  readonly asked: number
  /** When it is asked next, Unix milliseconds; null while an answer is awaited. */
  readonly nextAt: number | null
  /** Another page sent it: this one, loaded anew or in another tab, only asks. */
  readonly isInherited: boolean
}

export type LineEvent =
  | { readonly kind: 'lost'; readonly code: string }
  /** A sending that this page no longer waits for, or never did, has ended. */
  | { readonly kind: 'ended'; readonly sending: OpenSending; readonly end: SendingEnd }

const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const
const NONE: readonly OpenSending[] = []

/** How long to wait before the next try. @param round how many have failed */
export const backOffMs = (round: number): number => BACK_OFF_MS[Math.min(round, BACK_OFF_MS.length - 1)] ?? 0

export class LineState {
  private sendings: readonly OpenSending[] = NONE
  private readonly watchers = new Set<() => void>()
  private readonly listeners = new Set<(event: LineEvent) => void>()
  /** What happened before anybody listened: who says it to the person comes after the page. */
  private untold: LineEvent[] = []
  private readonly waiting = new Set<() => void>()
  private readonly leftForms = new Set<string>()

  /** The same array until it changes, as React wants it. */
  readonly openSendings = (): readonly OpenSending[] => this.sendings

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  readonly listen = (listener: (event: LineEvent) => void): (() => void) => {
    this.listeners.add(listener)
    for (const event of this.untold.splice(0)) listener(event)
    return () => this.listeners.delete(listener)
  }

  /** Opens a sending, or tells how far asking about an open one has come. */
  open(sending: OpenSending): void {
    const at = this.sendings.findIndex(({ key }) => key === sending.key)
    this.change(at === -1 ? [...this.sendings, sending] : this.sendings.with(at, sending))
  }

  close(key: string): void {
    if (this.sendings.some((sending) => sending.key === key)) this.change(this.sendings.filter((sending) => sending.key !== key))
  }

  /** Whoever sent a form has gone from the page and will not hear its answer. @param form see `formName` */
  leave(form: string): void {
    this.leftForms.add(form)
  }

  /** True once: whether whoever sent it has gone. */
  takeLeft(form: string): boolean {
    return this.leftForms.delete(form)
  }

  tell(event: LineEvent): void {
    if (this.listeners.size === 0) this.untold.push(event)
    for (const listener of this.listeners) listener(event)
  }

  /** The network or the socket has come back, or somebody wants to know now: nobody waits any longer. */
  readonly tryNow = (): void => {
    for (const go of [...this.waiting]) go()
  }

  /** Until it is time for the next try, or the line is back. Fails as the signal does. @param round how many have failed */
  pause(round: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        this.waiting.delete(go)
        signal?.removeEventListener('abort', leave)
      }
      const go = () => {
        end()
        resolve()
      }
      const leave = () => {
        end()
        reject(signal?.reason)
      }
      const timer = setTimeout(go, backOffMs(round))
      this.waiting.add(go)
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave)
    })
  }

  private change(sendings: readonly OpenSending[]): void {
    this.sendings = sendings
    for (const watcher of this.watchers) watcher()
  }
}

/** The line of this page. */
export const line = new LineState()
