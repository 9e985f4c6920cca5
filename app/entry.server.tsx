/**
 * Renders a page: what it shares with others is put into its places, the styles of what was rendered so far go out just before the
 * markup that needs them, and with it the drawings of the icons that it shows.
 */
import { Writable } from 'node:stream'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { brandCss } from './platform/brand-css.server'
import { serverI18n } from './platform/i18n.server'
import { firstTurn } from './platform/in-turn'
import { laterFonts } from './platform/later-fonts.server'
import { paintFirst } from './platform/paint-first.server'
import { ServerPageContext } from './platform/server-page'
import { countRules, PageParts, stylesOf, styleTags } from './platform/shared-parts.server'
import { themeOf } from './platform/tenant.server'
import { fontsOf } from './ui/fonts'
import { ICONS_MARK, iconSymbols, iconsFile, iconsIn } from './ui/icon-drawings.server'

export const streamTimeout = 8000

/** What a page shows of icons and fonts; the files of the others are made by a build, so in development it has all. */
function iconsAndFonts({ tenant, language }: AppLoadContext) {
  if (!import.meta.env.PROD) return { css: brandCss(tenant), iconSymbols }
  const fonts = fontsOf(language, themeOf(tenant).shape['font-display'])
  return {
    css: brandCss(tenant, fonts),
    fontsUrl: `/${laterFonts(fonts).name}`,
    iconSymbols: ICONS_MARK,
    iconsUrl: `/${iconsFile.name}`,
  }
}

/**
 * React calls `flush` only at safe boundaries of the markup. There, and only there, something is put in: into the head the first
 * time, in front of the late content afterwards.
 */
class PageWriter extends Writable {
  private chunks: Buffer[] = []
  private isHeadSent = false
  private isFinished = false
  private rulesSent = 0

  constructor(
    private readonly styles: ReturnType<typeof stylesOf>,
    private readonly parts: PageParts,
    private readonly out: ReadableStreamDefaultController<Uint8Array>,
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
    const written = this.parts.assemble(Buffer.concat(this.chunks).toString('utf8'))
    this.chunks = []
    const html = paintFirst(written, this.nonce).replace(ICONS_MARK, () => iconsIn(written))
    const isFirst = !this.isHeadSent && html.includes('</head>')
    const rules = countRules(this.styles)
    const tags = rules === this.rulesSent ? '' : styleTags(this.styles, this.nonce)
    this.rulesSent = rules
    // A function, because a `$` in the styles would otherwise be read as a replacement pattern.
    this.out.enqueue(Buffer.from(isFirst ? html.replace('</head>', () => `${tags}</head>`) : tags + html))
    this.isHeadSent ||= isFirst
  }

  override _final(done: () => void): void {
    this.flush()
    if (!this.isFinished) this.out.close()
    this.isFinished = true
    done()
  }

  /** The reader has gone: what React still writes is for nobody. */
  leave(): void {
    this.isFinished = true
  }
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const i18n = await serverI18n(context.language, context.tenant)
  const { tenant, language, preferences, nonce } = context
  const routes = remixContext.staticHandlerContext.matches.map(({ route }) => route.id).join(' ')
  const styles = stylesOf(`${routes} ${context.session.token === null ? 'visitor' : 'trader'}`)
  const parts = new PageParts({ routes, tenant, language, preferences }, nonce)
  const whole = isbot(request.headers.get('user-agent'))
  return new Promise((resolve, reject) => {
    let hasStarted = false
    const start = (): void => {
      hasStarted = true
      headers.set('Content-Type', 'text/html; charset=utf-8')
      let writer: PageWriter | undefined
      const page = new ReadableStream<Uint8Array>({
        start(out) {
          writer = new PageWriter(styles, parts, out, nonce)
          // What a page was made of is kept no longer than the page is written.
          writer.once('close', () => clearTimeout(deadline))
          // In a turn of its own: the markup of a page is put together after its last part was written.
          setImmediate(pipe, writer)
        },
        cancel() {
          writer?.leave()
          abort()
        },
      })
      resolve(new Response(page, { headers, status: hasFailed ? 500 : status }))
    }
    let hasFailed = false
    const deadline = setTimeout(() => abort(), streamTimeout + 1000).unref()
    const { pipe, abort } = renderToPipeableStream(
      styles.sheet.collectStyles(
        <ServerPageContext.Provider value={{ nonce, ...iconsAndFonts(context), turns: firstTurn(), parts }}>
          <I18nextProvider i18n={i18n}>
            <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
          </I18nextProvider>
        </ServerPageContext.Provider>,
      ),
      {
        nonce,
        onShellReady: () => {
          if (!whole) start()
        },
        onAllReady: () => {
          if (whole) start()
        },
        onShellError: (error) => {
          clearTimeout(deadline)
          reject(error)
        },
        onError: (error) => {
          hasFailed = true
          // Before the shell is out the error reaches Remix, which reports it.
          if (hasStarted) context.report(error, 'rendering failed after the page had begun')
        },
      },
    )
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // What a page refused on purpose, such as a form that is none, is no failure of it.
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) context.report(error, 'a page failed')
}
