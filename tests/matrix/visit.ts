/** One page in one browser: opened as its visitor, looked at, and everything that is wrong with it in words. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { directionOf, languageFacts } from '../../app/language/language'
import { ask } from '../e2e/plain-request'
import { PORTS } from '../e2e/ports'
import { untilLive, watch } from '../e2e/site-test'
import { walkFocus } from './focus-walk'
import { lookAtPage } from './page-findings'
import type { MatrixSite, Size, Visit } from './plan'
import { stretch } from './stretch'
import { smallTargets } from './target-findings'
import { englishAmong, patternOf, unfilledAmong } from './texts-in'
import type { World } from './world'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

const LAYOUT = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<Size, object>

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string; target: unknown[] }[] }[] }>
}

export const hostOfSite = (site: MatrixSite): string => `${site === 'main' ? '' : `${site}.`}localhost:${PORTS.open}`
const SESSION_COOKIE = { operator: 'candor_desk', others: 'candor_session' } as const

interface EyeOptions {
  /** Folder for a picture of every visit. */
  readonly shots?: string | undefined
  /** Also the way of the Tab key, the size of what is pressed, enlarged and spaced letters. */
  readonly deep?: boolean
}

/** A browser window of one size that is somebody else at every visit. */
export class Eye {
  private faults: string[] = []
  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly options: EyeOptions,
  ) {}

  static async open(browser: Browser, size: Size, options: EyeOptions = {}): Promise<Eye> {
    const context = await browser.newContext({
      ...LAYOUT[size],
      reducedMotion: 'reduce',
      // What a page shows must not depend on which page came before it.
      serviceWorkers: 'block',
      locale: 'sw-KE',
      timezoneId: 'Europe/London',
    })
    // The chat of a company is another company's page.
    await context.route(/^https:\/\/[^/]+\.example\//, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="en"><title>Chat</title><main><h1>Chat</h1></main></html>',
      }),
    )
    // Written by the compiler round functions that have a name; the browser does not know it.
    await context.addInitScript('globalThis.__name ??= (named) => named')
    const eye = new Eye(context, await context.newPage(), options)
    await watch(context, { push: (fault: string) => eye.faults.push(fault) } as unknown as string[])
    context.on('console', (message) => {
      // The worker is kept out above, and the page says so.
      if (message.type() === 'warning' && !message.text().startsWith('Service Worker registration blocked'))
        eye.faults.push(`warning: ${message.text()}`)
    })
    return eye
  }

  close(): Promise<void> {
    return this.context.close()
  }

  /** Everything wrong with this visit. */
  async look(visit: Visit, world: World): Promise<string[]> {
    this.faults = []
    try {
      const found = await this.arrive(visit, world)
      return [...new Set([...this.faults, ...found])]
    } catch (error) {
      return [...this.faults, `not looked at: ${error instanceof Error ? error.message.split('\n')[0] : error}`]
    }
  }

  private async become({ site, place, language, mode }: Visit, { tokens }: World): Promise<void> {
    const url = `http://${hostOfSite(site)}`
    const token = tokens[place.as]
    await this.context.clearCookies()
    await this.context.addCookies([
      { name: 'lng', value: language, url },
      ...(mode === 'own' ? [] : [{ name: 'mode', value: mode, url }]),
      ...(token === undefined
        ? []
        : [
            {
              name: place.as === 'operator' ? SESSION_COOKIE.operator : SESSION_COOKIE.others,
              value: encodeURIComponent(token),
              url,
              httpOnly: true,
            },
          ]),
    ])
  }

  private async arrive(visit: Visit, world: World): Promise<string[]> {
    const { site, place, size, language, mode } = visit
    const path = place.path.replace(/\{(\w+)\}/g, (_whole, name: string) => world.names[name] ?? '')
    if (place.sentTo !== undefined && place.as === 'nobody') {
      const wrong = await wrongRedirect(visit, path)
      // The page it leads to is a place of its own.
      if (wrong !== null || place.sentTo.startsWith('/login?')) return wrong === null ? [] : [wrong]
    }
    await this.become(visit, world)
    const answer = await this.page.goto(`http://${hostOfSite(site)}${path}`, { timeout: 60_000 })
    await untilLive(this.page, 30_000)
    await this.page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 120))))
    const found = [...this.wrongArrival(visit, path, answer?.status() ?? 0), ...(await this.wrongOnPage(visit)), ...(await this.barriers())]
    if (this.options.deep === true) found.push(...(await this.deeper(visit)))
    if (this.options.shots !== undefined) {
      const name = `${site}-${language}-${size}-${mode}-${place.as}-${place.path.replace(/[^\w]+/g, '_')}.png`
      await this.page.screenshot({ path: join(this.options.shots, name) })
    }
    return found
  }

  private wrongArrival({ place }: Visit, path: string, status: number): string[] {
    const { pathname, search } = new URL(this.page.url())
    const wanted = place.sentTo ?? path
    const found = status === 200 ? [] : [`answered ${status}`]
    if (pathname !== wanted.split('?')[0] || !(pathname + search).startsWith(wanted))
      found.push(`arrived at ${pathname}${search}, not ${wanted}`)
    return found
  }

  private async wrongOnPage({ place, language }: Visit): Promise<string[]> {
    const look = await this.page.evaluate(lookAtPage)
    const found: string[] = []
    const names = place.shows.map((key) => patternOf(key, language))
    const said = [look.title, ...look.headings, ...look.texts]
    if (!names.some((name) => said.some((text) => name.test(text)))) {
      const where = `title "${look.title}", headings ${JSON.stringify(look.headings.slice(0, 4))}`
      found.push(`nowhere says ${names.join(' or ')}: ${where}, ${look.texts.length} texts, document ${look.state}`)
    }
    const { tag } = languageFacts(language)
    const direction = directionOf(language)
    if (look.lang !== tag) found.push(`lang is "${look.lang}", not "${tag}"`)
    if (look.dir !== direction) found.push(`dir is "${look.dir}", not "${direction}"`)
    if (look.titles.length !== 1) found.push(`says its title ${look.titles.length} times: ${JSON.stringify(look.titles)}`)
    if (look.sideways > 0) found.push(`scrolls sideways by ${look.sideways} px`)
    found.push(...look.clipped.map((text) => `clipped: ${text}`))
    const unfilled = place.isManual === true ? [] : unfilledAmong([look.title, ...look.texts])
    found.push(...unfilled.map((text) => `unfilled: "${text.slice(0, 100)}"`))
    found.push(...englishAmong([look.title, ...look.texts], language).map((text) => `English: "${text.slice(0, 100)}"`))
    return found
  }

  private async deeper({ size }: Visit): Promise<string[]> {
    const small = await this.page.evaluate(smallTargets, { least: 24, thumb: size === 'phone' ? 44 : null })
    const walked = await walkFocus(this.page)
    // Once is enough: the widths are the same whatever the window was.
    return [...small, ...walked, ...(size === 'desktop' ? await stretch(this.page) : [])]
  }

  private async barriers(): Promise<string[]> {
    // A page that is asked for again stands where it was left, with a row half under its bar.
    await this.page.evaluate(() => window.scrollTo(0, 0))
    await this.page.evaluate(AXE)
    const violations = await this.page.evaluate(async (tags) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        iframes: false,
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ html, failureSummary }) => `axe ${id}: ${html.slice(0, 120)} ${(failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 160)}`,
        ),
      )
    }, RULES)
    return violations
  }
}

async function wrongRedirect({ site, place, language }: Visit, path: string): Promise<string | null> {
  const { status, headers } = await ask({ host: hostOfSite(site), path, headers: { accept: 'text/html', cookie: `lng=${language}` } })
  const location = String(headers.location ?? '')
  if (status >= 300 && status < 400 && location.startsWith(place.sentTo ?? '')) return null
  return `answered ${status} to "${location}", not a redirect to ${place.sentTo}`
}
