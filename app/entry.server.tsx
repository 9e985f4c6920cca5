/** Renders a page as a stream: styles of what was rendered so far go out just before the markup that needs them. */
import { PassThrough, Writable } from 'node:stream'
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext, type HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { ServerStyleSheet } from 'styled-components'
import { brandCss } from './platform/brand-css.server'
import { createServerI18n } from './platform/i18n.server'
import { firstTurn } from './platform/in-turn'
import { paintFirst } from './platform/paint-first.server'
import { ServerPageContext } from './platform/server-page'
import { iconSymbols } from './ui/icon-drawings.server'

export const streamTimeout = 8000

/**
 * React calls `flush` only at safe boundaries of the markup. There, and only there, new style rules are put in: before
 * `</head>` the first time, in front of the late content afterwards.
 */
class StyleFlusher extends Writable {
  private chunks: Buffer[] = []
  private isHeadSent = false
  private isFinished = false

  constructor(
    private readonly sheet: ServerStyleSheet,
    private readonly out: PassThrough,
    private readonly nonce: string,
  ) {
    super()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(Buffer.from(chunk))
    done()
  }

  flush(): void {
    // React flushes once more after it has ended the stream.
    if (this.isFinished) return
    const html = paintFirst(Buffer.concat(this.chunks).toString('utf8'), this.nonce)
    this.chunks = []
    const styles = this.sheet.getStyleTags()
    this.sheet.instance.clearTag()
    const isFirst = !this.isHeadSent && html.includes('</head>')
    // A function, because a `$` in the styles would otherwise be read as a replacement pattern.
    this.out.write(isFirst ? html.replace('</head>', () => `${styles}</head>`) : styles + html)
    this.isHeadSent ||= isFirst
  }

  override _final(done: () => void): void {
    this.flush()
    this.isFinished = true
    this.sheet.seal()
    this.out.end()
    done()
  }
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const i18n = await createServerI18n(context.language, context.tenant)
  const sheet = new ServerStyleSheet({ nonce: context.nonce })
  const whole = isbot(request.headers.get('user-agent'))
  return new Promise((resolve, reject) => {
    let hasStarted = false
    const start = (): void => {
      hasStarted = true
      const out = new PassThrough()
      headers.set('Content-Type', 'text/html; charset=utf-8')
      // In a turn of its own: the markup of a page is put together after its last part was written.
      setImmediate(() => pipe(new StyleFlusher(sheet, out, context.nonce)))
      resolve(new Response(createReadableStreamFromReadable(out), { headers, status: hasFailed ? 500 : status }))
    }
    let hasFailed = false
    const { pipe, abort } = renderToPipeableStream(
      sheet.collectStyles(
        <ServerPageContext.Provider value={{ nonce: context.nonce, css: brandCss(context.tenant), iconSymbols, turns: firstTurn() }}>
          <I18nextProvider i18n={i18n}>
            <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={context.nonce} />
          </I18nextProvider>
        </ServerPageContext.Provider>,
      ),
      {
        nonce: context.nonce,
        onShellReady: () => {
          if (!whole) start()
        },
        onAllReady: () => {
          if (whole) start()
        },
        onShellError: reject,
        onError: (error) => {
          hasFailed = true
          // Before the shell is out the error reaches Remix, which reports it.
          if (hasStarted) context.report(error, 'rendering failed after the page had begun')
        },
      },
    )
    setTimeout(abort, streamTimeout + 1000).unref()
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // What a page refused on purpose, such as a form that is none, is no failure of it.
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) context.report(error, 'a page failed')
}
