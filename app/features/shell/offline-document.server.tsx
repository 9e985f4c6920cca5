/**
 * The page that is shown when no other can come: the brand's own, in the visitor's language and colours. It is made while there
 * is a network and kept by the browser, so it says nothing about whoever is signed in, and needs nothing but itself.
 */
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import styled, { ServerStyleSheet } from 'styled-components'
import { paths } from '../../addresses/paths'
import { pictureType } from '../../brand/picture-type'
import { publicTenant } from '../../brand/public-tenant'
import { directionOf, languageFacts } from '../../language/language'
import { BrandStyle, IconDrawings, ServerPageContext } from '../../page/server-page'
import { barColoursOf, brandCss } from '../../palette/brand-css.server'
import { BrandMark, ButtonLink, DemoRibbon, EmptyState, media, token } from '../../ui'
import { iconSymbols } from '../../ui/icon-drawings.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { QUOTES_PLACE, TIME_PLACE } from '../../worker/offline-answer'
import { ThemeColour } from './install-meta'

const Bar = styled.header`
  display: flex;
  align-items: center;
  height: ${token.size.bar};
  padding-inline: ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { background: ${token.surface.surface}; border-block-end: 1px solid ${token.border.hairline}; padding-inline: ${token.space[5]}; }
`
const Content = styled.main`
  max-width: 560px;
  margin-inline: auto;
  padding: 0 ${token.space[4]} ${token.space[12]};
`
const Quotes = styled.section`
  color: ${token.text.muted};
  h2 { font-size: ${token.type.sm}; font-weight: 500; padding-block-end: ${token.space[2]}; }
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto minmax(96px, auto);
    gap: ${token.space[4]};
    align-items: center;
    min-height: 44px;
    border-block-start: 1px solid ${token.border.hairline};
  }
  bdi { font-weight: 600; justify-self: start; }
  li > .num { justify-self: end; }
`

/** Comes back by itself: as soon as the device has a network, or the server answers again. */
const COME_BACK = `
const leave = () => location.pathname === '/offline' ? location.replace('/') : location.reload()
addEventListener('online', leave)
setInterval(async () => {
  if (document.visibilityState !== 'visible') return
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) leave()
}, 5000)
`

export function offlineDocument(context: SiteContext, t: TFunction): string {
  const tenant = context.tenant === null ? null : publicTenant(context.tenant)
  const sheet = new ServerStyleSheet({ nonce: context.nonce })
  const page = (children: ReactNode): string =>
    renderToStaticMarkup(
      sheet.collectStyles(
        <ServerPageContext.Provider value={{ nonce: context.nonce, css: brandCss(context.palette), iconSymbols }}>
          <html
            lang={languageFacts(context.language).tag}
            dir={directionOf(context.language)}
            data-mode={context.preferences.mode}
            data-updown={context.preferences.updown}
          >
            <head>
              <meta charSet="utf-8" />
              <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
              <meta name="robots" content="noindex" />
              <title>{`${t('public:connection.page.title')} · ${tenant?.title ?? ''}`}</title>
              {tenant === null ? null : <link rel="icon" type={pictureType(tenant.iconPath)} href={tenant.iconPath} />}
              <ThemeColour mode={context.preferences.mode} colours={barColoursOf(context.palette)} />
              <BrandStyle />
            </head>
            {children}
          </html>
        </ServerPageContext.Provider>,
      ),
    )
  const html = page(
    <body>
      <IconDrawings />
      {tenant?.isDemoSite ? <DemoRibbon text={t('public:demoRibbon')} label={t('public:demoRibbonLabel')} /> : null}
      <Bar>
        {tenant === null ? null : (
          <BrandMark name={tenant.name} logo={tenant.logoPath} href={paths.home()} label={t('public:brandHome', { name: tenant.name })} />
        )}
      </Bar>
      <Content>
        <EmptyState
          level={1}
          art="broken"
          title={t('public:connection.page.title')}
          text={t('public:connection.page.text')}
          action={
            // An address without a path is the one of this page: it works without a script, too.
            <ButtonLink variant="primary" icon="refresh-cw" href="">
              {t('public:retry')}
            </ButtonLink>
          }
        />
        <Quotes data-quotes="">
          <h2>{t('public:connection.page.pricesOf', { time: TIME_PLACE })}</h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a comment of our own, for the worker to put the rows in its place. */}
          <ul dangerouslySetInnerHTML={{ __html: QUOTES_PLACE }} />
        </Quotes>
      </Content>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text. */}
      <script nonce={context.nonce} dangerouslySetInnerHTML={{ __html: COME_BACK }} />
    </body>,
  )
  const styles = sheet.getStyleTags()
  sheet.seal()
  return `<!doctype html>${html.replace('</head>', () => `${styles}</head>`)}`
}
