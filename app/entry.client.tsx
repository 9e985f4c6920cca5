/** Starts the page in the browser: the texts first, so that hydration finds the words the server wrote. */
import { RemixBrowser } from '@remix-run/react'
import i18next from 'i18next'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { setUpBrowserI18n } from './platform/i18n.client'
import { isLanguage } from './platform/language'
import { loadTexts } from './platform/load-texts'

/**
 * An extension that injects a node into the page makes React 18 build the whole document anew, and every style element of the
 * old one would be lost. They are carried over.
 */
function keepStylesWhenTheDocumentIsRebuilt(): void {
  new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.removedNodes) {
        if (!(node instanceof HTMLHtmlElement)) continue
        for (const style of node.querySelectorAll('style[data-styled]')) document.head.append(style)
      }
    }
  }).observe(document, { childList: true })
}

async function start(): Promise<void> {
  keepStylesWhenTheDocumentIsRebuilt()
  const link = document.querySelector<HTMLLinkElement>('link[data-language]')
  const language = link?.dataset.language
  const code = isLanguage(language) ? language : 'hk'
  const texts = link === null ? {} : await loadTexts(link.href)
  i18next.use(initReactI18next)
  await setUpBrowserI18n(i18next, code, texts)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18next}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    )
  })
}

void start()
