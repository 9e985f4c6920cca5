/** Puts the pseudo-locale in the place of a company's own texts, for requests that ask for it where the developer's tools are on. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Tenant } from '../../contract/tenant'
import { pseudoTable } from '../language/pseudo-locale'
import { COOKIE, readCookie } from './cookies'

let made: Tenant['texts'] | undefined

/** Read once: the texts of a page are found by this object, and a new one would make them all anew. */
function pseudoTexts(): Tenant['texts'] {
  const folder = new URL('../../locales/en/', import.meta.url)
  made ??= {
    en: Object.assign(
      {},
      ...readdirSync(folder).map((file) =>
        pseudoTable(file.replace(/\.json$/, ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
      ),
    ),
  }
  return made
}

/** The company as the request sees it. Without the developer's tools, and so wherever real money is, the cookie means nothing. */
export function withChosenTexts(tenant: Tenant | null, cookies: string | null, hasDevTools: boolean): Tenant | null {
  if (tenant === null || !hasDevTools || readCookie(cookies, COOKIE.texts) !== 'pseudo') return tenant
  return { ...tenant, texts: pseudoTexts() }
}
