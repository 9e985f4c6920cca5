/**
 * Follows every link of a site over HTTP, as one visitor sees it: each must end at a page with a heading, and none may lead to a host
 * that does not exist.
 */
import { ask, type PlainAnswer } from './plain-request'

interface CrawlOptions {
  /** With its port. */
  readonly host: string
  /** Name and value. */
  readonly cookies: Readonly<Record<string, string>>
  readonly start: string
  /** Hosts besides the own one that links may point to, without port. */
  readonly outside: readonly string[]
  /** Said beside an address that belongs to nobody, so that nobody writes to it in vain. */
  readonly sampleAddressNote: string
}

interface Crawled {
  /** Paths that were opened. */
  readonly seen: readonly string[]
  readonly faults: readonly string[]
}

const MOST_REDIRECTS = 5
/** The same page with other values in its query is opened this often. */
const TWINS = 1
const AT_ONCE = 4
/** Names that are kept for samples and never belong to anybody (RFC 2606). */
const OF_NOBODY = /(?:^|[.@])(?:example|test|invalid)$|(?:^|[.@])example\.(?:com|net|org)$/

export async function crawl(options: CrawlOptions): Promise<Crawled> {
  const queue: { readonly path: string; readonly from: string }[] = [{ path: options.start, from: '' }]
  const known = new Map<string, number>()
  const seen: string[] = []
  const faults: string[] = []
  const add = (path: string, from: string) => {
    const key = keyOf(path)
    const count = known.get(key) ?? 0
    if (count >= TWINS || seen.includes(path) || queue.some((waiting) => waiting.path === path)) return
    known.set(key, count + 1)
    queue.push({ path, from })
  }
  known.set(keyOf(options.start), 1)
  while (queue.length > 0) {
    const batch = queue.splice(0, AT_ONCE)
    seen.push(...batch.map(({ path }) => path))
    const answers = await Promise.all(batch.map(({ path }) => arrive(options, path)))
    for (const [index, { path, answer }] of answers.entries()) {
      const { path: asked = '', from = '' } = batch[index] ?? {}
      const place = `${asked} (linked from ${from || 'nowhere'})`
      const elsewhere = leadsAway(answer)
      if (elsewhere !== null) follow(options, { href: elsewhere, path: asked, html: '' }, { add, faults })
      else if (answer.status !== 200) faults.push(`${place} answers ${answer.status}`)
      if (!isPage(answer)) continue
      const html = markup(answer)
      if (answer.status === 200 && !/<h1[\s>]/.test(html)) faults.push(`${place} has no heading`)
      for (const href of linksIn(html)) follow(options, { href, path, html }, { add, faults })
    }
  }
  return { seen, faults: [...new Set(faults)] }
}

/** Where a path ends after the redirects of its own host. */
async function arrive({ host, cookies }: CrawlOptions, path: string): Promise<{ readonly path: string; readonly answer: PlainAnswer }> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
  let at = path
  for (let redirects = 0; ; redirects++) {
    const answer = await ask({ host, path: at, headers: { cookie, accept: 'text/html', 'accept-language': 'en' } })
    const location = String(answer.headers.location ?? '')
    if (answer.status < 300 || answer.status >= 400 || location === '' || redirects === MOST_REDIRECTS) return { path: at, answer }
    const target = new URL(location, `http://${host}${at}`)
    if (target.host !== host) return { path: at, answer }
    at = target.pathname + target.search
  }
}

/** A redirect that is left over after those of the own host. */
function leadsAway({ status, headers }: PlainAnswer): string | null {
  return status >= 300 && status < 400 && headers.location !== undefined ? String(headers.location) : null
}

interface Found {
  readonly href: string
  readonly path: string
  readonly html: string
}

function follow(
  { host, outside, sampleAddressNote }: CrawlOptions,
  { href, path, html }: Found,
  { add, faults }: { readonly add: (path: string, from: string) => void; readonly faults: string[] },
): void {
  if (href.startsWith('#')) return
  if (!URL.canParse(href, `http://${host}${path}`)) {
    faults.push(`${path} links to ${href}, which is no address`)
    return
  }
  const target = new URL(href, `http://${host}${path}`)
  if (target.protocol === 'mailto:') {
    if (OF_NOBODY.test(target.pathname) && !html.includes(sampleAddressNote))
      faults.push(`${path} names ${target.pathname}, an address of nobody`)
    return
  }
  if (target.host === host) add(target.pathname + target.search, path)
  else if (OF_NOBODY.test(target.hostname)) faults.push(`${path} links to ${target.hostname}, a host of nobody`)
  else if (!outside.includes(target.hostname)) faults.push(`${path} links to ${target.hostname}, which the brand does not name`)
}

/** The page and the names in its query: values are data, and a list may have thousands of them. */
function keyOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://site.invalid')
  return `${pathname}?${[...new Set(searchParams.keys())].sort().join('&')}`
}

const isPage = ({ headers }: PlainAnswer): boolean => String(headers['content-type'] ?? '').startsWith('text/html')

/** Without scripts and styles: what travels in those is no link. */
const markup = ({ text }: PlainAnswer): string => text.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"))
}
