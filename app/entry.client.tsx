/** Starts the page in the browser: the texts first, so that hydration finds the words the server wrote. */
import { RemixBrowser } from '@remix-run/react'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider, setI18n } from 'react-i18next'
import { __PRIVATE__ } from 'styled-components'
import { isLanguage } from './language/language'
import { loadTexts } from './language/load-texts'
import { createPageTexts } from './language/page-texts'
import { keepThisPage, watchLine } from './line/watch-line'
import { traderParts } from './page/trader-part'

/**
 * An extension that injects a node into the page makes React 18 build the whole document anew, and the rules that were written
 * through the sheet of its style element would be lost with it. They are written out as the element's text, which outlives the
 * move, and the library goes on in the sheet that comes of it (decision 028).
 */
function keepStylesWhenTheDocumentIsRebuilt(): void {
  new MutationObserver((records) => {
    if (!records.some(({ removedNodes }) => [...removedNodes].some((node) => node instanceof HTMLHtmlElement))) return
    const { tag } = __PRIVATE__.mainSheet.getTag()
    if (!('sheet' in tag) || !('element' in tag)) return
    const written = tag as { sheet: CSSStyleSheet; readonly element: HTMLStyleElement }
    written.element.textContent = [...written.sheet.cssRules].map(({ cssText }) => cssText).join('\n')
    document.head.append(written.element)
    if (written.element.sheet !== null) written.sheet = written.element.sheet
  }).observe(document, { childList: true })
}

/** Says in the document that it answers to finger and key: effects of what is inside have run, so every listener is there. */
function Live({ children }: { children: ReactNode }) {
  useEffect(() => {
    keepThisPage()
    document.documentElement.dataset.live = ''
  }, [])
  return children
}

/**
 * Remix decodes the page's data when it is drawn for the first time, and suspends outside any boundary until it has them. A key or a
 * finger that comes just then makes React hydrate at once, where there is nothing to wait for: it gives the whole page up (error 345,
 * react-dom 18.3). So it is asked before React is: what it throws is the promise of its data (@remix-run/react 2.17).
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (waitedFor) {
    if (waitedFor instanceof Promise) await waitedFor
  }
}

async function start(): Promise<void> {
  keepStylesWhenTheDocumentIsRebuilt()
  watchLine()
  const link = document.querySelector<HTMLLinkElement>('link[data-language]')
  const language = link?.dataset.language
  const code = isLanguage(language) ? language : 'hk'
  const parts = traderParts()
  const texts = createPageTexts(code, link === null ? {} : await loadTexts(link.href))
  await parts
  await decodePageData()
  setI18n(texts)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={texts}>
          <Live>
            <RemixBrowser />
          </Live>
        </I18nextProvider>
      </StrictMode>,
    )
  })
}

void start()
