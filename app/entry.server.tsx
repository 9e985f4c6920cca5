/** Writes a page: what it shares with others is put into its places, its styles into its head, with the drawings of the icons that it shows. */
import { Writable } from 'node:stream'
import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { laterFonts } from './brand/later-fonts.server'
import { serverI18n } from './language/i18n.server'
import { paintFirst } from './page/paint-first.server'
import { ServerPageContext } from './page/server-page'
import { PageParts, stylesOf, styleTags } from './page/shared-parts.server'
import { firstTurn } from './page/turns'
import { brandCss } from './palette/brand-css.server'
import { fontsOf } from './ui/fonts'
import { ICONS_MARK, iconSymbols, iconsFile, iconsIn } from './ui/icon-drawings.server'

export const streamTimeout = 8000

/** What a page shows of icons and fonts; the files of the others are made by a build, so in development it has all. */
function iconsAndFonts({ palette, language }: AppLoadContext) {
  if (!import.meta.env.PROD) return { css: brandCss(palette), iconSymbols }
  const fonts = fontsOf(language, palette.shape['font-display'])
  return {
    css: brandCss(palette, fonts),
    fontsUrl: `/${laterFonts(fonts).name}`,
    iconSymbols: ICONS_MARK,
    iconsUrl: `/${iconsFile.name}`,
  }
}

/** Resolves with everything that React writes. */
function textOf(pipe: (out: Writable) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'))
        done()
      },
    })
    out.once('error', reject)
    pipe(out)
  })
}

/** What React wrote, with everything in its place: shared parts, the styles of what is there, the drawings of the icons it shows. */
function wholePage(written: string, parts: PageParts, styles: ReturnType<typeof stylesOf>, nonce: string): string {
  const page = parts.assemble(paintFirst(written, nonce))
  // Functions, because a `$` in what is put in would otherwise be read as a replacement pattern.
  return page.replace('</head>', () => `${styleTags(styles, nonce)}</head>`).replace(ICONS_MARK, () => iconsIn(page))
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
  const parts = new PageParts({ styles, tenant, language, preferences }, nonce)
  let hasFailed = false
  const written = await new Promise<string>((resolve, reject) => {
    let isWritten = false
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
          isWritten = true
        },
        // No page has a part that comes later: written whole it is put together, packed and sent once.
        onAllReady: () => {
          // What a page was made of is kept no longer than the page is written.
          clearTimeout(deadline)
          // In a turn of its own: the markup of a page is put together after its last part was written.
          setImmediate(() => textOf(pipe).then(resolve, reject))
        },
        onShellError: (error) => {
          clearTimeout(deadline)
          reject(error)
        },
        onError: (error) => {
          hasFailed = true
          // Before the frame of the page is written the error reaches Remix, which reports it.
          if (isWritten) context.report(error, 'rendering failed after the page had begun')
        },
      },
    )
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(Buffer.from(wholePage(written, parts, styles, nonce)), { headers, status: hasFailed ? 500 : status })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // What a page refused on purpose, such as a form that is none, is no failure of it.
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) context.report(error, 'a page failed')
}
