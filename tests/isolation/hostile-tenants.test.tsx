// @vitest-environment node
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sanitizeHtml from 'sanitize-html'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { webManifest } from '../../app/brand/manifest.server'
import { loadTenants } from '../../app/brand-files/load-tenants.server'
import { paletteCss } from '../../app/palette/brand-css.server'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { composeMessage } from '../../broker/delivery/compose-message'
import { loadTexts, type Texts } from '../../broker/ground/texts'
import type { Tenant } from '../../contract/tenant'
import { describeProblem } from '../../contract/tenant/problem'
import { brandPage, PAGE_NONCE } from '../fixtures/brand-page'
import { LOCALES_DIR, TENANTS_DIR } from '../fixtures/test-tenants'
import { type HostileFolder, hostileFolders, type TenantJson } from './hostile-tenants'

const COUNT = 500
const SEED = 19

const THEMES_DIR = path.join(TENANTS_DIR, '..', 'themes')
const good = JSON.parse(readFileSync(path.join(TENANTS_DIR, 'aurora/tenant.json'), 'utf8')) as TenantJson
const folders = hostileFolders(good, { seed: SEED, count: COUNT })

let dir: string
let texts: Texts
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'hostile-'))
  for (const id of ['aurora', 'meridian']) cpSync(path.join(TENANTS_DIR, id), path.join(dir, id), { recursive: true })
  // What the hostile ones reach for.
  const file = path.join(dir, 'aurora/tenant.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), hosts: ['trade.aurora.example'] }))
  texts = await loadTexts(LOCALES_DIR)
})
afterAll(() => rmSync(dir, { recursive: true }))

// The stub routes like a browser even when it renders on a server, and React says so once per link. The real server does not.
beforeEach(() => {
  vi.mocked(console.error).mockImplementation(() => {})
})
afterEach(() => {
  vi.mocked(console.error).mockClear()
})

/** Writes the folder between the two good ones, loads all three, and takes it away again. */
function loadBeside({ files, links = {}, folderName = 'evil' }: HostileFolder) {
  const folder = path.join(dir, folderName)
  mkdirSync(folder)
  try {
    for (const name of ['tenant.json', 'logo.svg', 'icon.svg']) {
      if (files[name] === undefined) cpSync(path.join(TENANTS_DIR, 'aurora', name), path.join(folder, name))
    }
    for (const [name, content] of Object.entries(files)) if (content !== null) writeFileSync(path.join(folder, name), content)
    for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name))
    return {
      ...loadTenants({ tenantsDir: dir, themesDir: THEMES_DIR, baseDomain: 'localhost.example', scheme: 'https', judge: judgeBrand }),
      folder,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const builtIns = () => [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((one) => Reflect.ownKeys(one).length)

interface Judged {
  readonly hostile: HostileFolder
  readonly loaded: Tenant | undefined
  readonly faults: readonly string[]
}

function judge(hostile: HostileFolder): Judged {
  const { tenants, problems, folder } = loadBeside(hostile)
  const loaded = tenants.find(({ id }) => id !== 'aurora' && id !== 'meridian')
  const others = tenants.filter((tenant) => tenant !== loaded).map(({ id }) => id)
  const faults = [
    ...(others.join() === 'aurora,meridian' ? [] : [`the good ones that loaded: ${others.join()}`]),
    ...(loaded !== undefined && hostile.mustBeRefused ? ['it was loaded'] : []),
    ...(loaded === undefined && problems.length === 0 ? ['it is missing without a word'] : []),
    ...problems.filter(({ file }) => !file.startsWith(folder + path.sep)).map(({ file }) => `a problem was laid to ${file}`),
    ...problems
      .map(describeProblem)
      .filter((line) => /[\p{Cc}\u202e]/u.test(line))
      .map(() => 'a problem speaks to the terminal'),
  ]
  return { hostile, loaded, faults }
}

describe(`${COUNT} hostile or broken folders, each beside two good ones`, () => {
  const before = builtIns()
  let judged: readonly Judged[]
  beforeAll(() => {
    judged = folders.map(judge)
  })

  test('each is refused with a problem that names its file, or it is harmless; the good ones always load', () => {
    expect(judged.filter(({ faults }) => faults.length > 0).map(({ hostile, faults }) => `${hostile.what}: ${faults.join('; ')}`)).toEqual(
      [],
    )
    expect(judged).toHaveLength(COUNT)
  })

  test('the built-in objects of JavaScript are as before', () => {
    expect(builtIns()).toEqual(before)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('what was loaded writes no script, handler or foreign address into page, mail, style or manifest', async () => {
    const harmless = judged.flatMap(({ hostile, loaded }) => (loaded === undefined ? [] : [{ what: hostile.what, tenant: loaded }]))
    const found = new Map<string, readonly string[]>()
    for (const { what, tenant } of harmless) {
      const faults = [
        ...pageFaults(await brandPage(tenant, { page: 'mine/announcement' }), tenant.siteOrigin),
        ...(await mailFaults(tenant)),
        ...plainFaults(tenant),
      ]
      if (faults.length > 0) found.set(what, faults)
    }
    expect([...found]).toEqual([])
    // Otherwise nothing was looked at.
    expect(harmless.length).toBeGreaterThan(10)
  })

  test('the eye that looks for scripts sees one', async () => {
    const tenant = loadBeside(okFolder).tenants[0] as Tenant
    const page = (await brandPage(tenant, { page: 'mine/announcement' })).replace('</footer>', '<img src="/x" onerror="alert(1)"></footer>')
    expect(pageFaults(page, tenant.siteOrigin)).toEqual(['<img> has onerror'])
    expect(pageFaults('<link rel="canonical" href="https://evil.example/">', tenant.siteOrigin)).toHaveLength(1)
    expect(pageFaults('<script>alert(1)</script>')).toEqual(['a <script> without the nonce'])
    expect(pageFaults('<a href="javascript:alert(1)">x</a>')).toEqual(['<a> leads to javascript:alert(1)'])
  })
})

const okFolder: HostileFolder = { what: 'nothing is wrong', files: {}, mustBeRefused: false }

interface SeenElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Every element of a page as a parser sees it, and what its style elements say. */
function elementsOf(html: string): { readonly elements: readonly SeenElement[]; readonly styles: readonly string[] } {
  const elements: SeenElement[] = []
  const styles: string[] = []
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: {
      '*': (name, attributes) => {
        // A copy: the sanitizer takes out of its own what it would not let through.
        elements.push({ name, attributes: { ...attributes } })
        return { tagName: name, attribs: attributes }
      },
    },
    textFilter: (text, name) => {
      if (name === 'style') styles.push(text)
      return text
    },
  })
  return { elements, styles }
}

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'xlink:href'])

/** Of the site itself, of the API beside its socket, and what the stub has in place of the build. */
const isOwnAddress = (value: string): boolean =>
  /^(?:\/(?!\/)|#|mailto:|data:,|http:\/\/localhost:3000\/\.well-known\/|build\/stub-|$)/.test(value)

/** What of a page could be run or would lead away. @param origin the brand's own: in the head the page names its own addresses whole. */
function pageFaults(html: string, origin = 'none'): string[] {
  const { elements, styles } = elementsOf(html)
  const isOfItself = ({ name, attributes }: SeenElement) => name === 'link' && attributes.href?.startsWith(`${origin}/`) === true
  return [
    ...elements.filter((element) => !isOfItself(element)).flatMap(elementFaults),
    ...styles.filter((text) => /<|url\((?!\/fonts\/)|@import/.test(text)).map(() => 'a <style> reaches out'),
  ]
}

function elementFaults({ name, attributes }: SeenElement): string[] {
  const isOurs = attributes.nonce === PAGE_NONCE || !['script', 'style'].includes(name)
  return [
    ...(isOurs ? [] : [`a <${name}> without the nonce`]),
    ...(['iframe', 'object', 'embed', 'base', 'foreignobject'].includes(name) ? [`a <${name}>`] : []),
    ...Object.entries(attributes).flatMap(([attribute, value]) => {
      if (/^on/i.test(attribute)) return [`<${name}> has ${attribute}`]
      if (ADDRESSES.has(attribute.toLowerCase()) && !isOwnAddress(value)) return [`<${name}> leads to ${value}`]
      return attribute === 'style' && /url\((?!(?:"|&quot;)?\/brands\/)/.test(value) ? [`<${name}> is styled from elsewhere`] : []
    }),
  ]
}

async function mailFaults(tenant: Tenant): Promise<string[]> {
  const draft = {
    tenant,
    language: 'en' as const,
    kind: 'code-register' as const,
    recipient: { channel: 'email' as const, to: 'reader@example.com' },
    values: { code: '123456', minutes: '10' },
  }
  const mail = await composeMessage(texts, draft)
  const { elements } = elementsOf(mail.html)
  const runs = elements.filter(({ name, attributes }) => name === 'script' || Object.keys(attributes).some((each) => /^on/i.test(each)))
  const away = elements.map(({ attributes }) => attributes.href ?? tenant.siteOrigin).filter((href) => !href.startsWith(tenant.siteOrigin))
  return [
    ...runs.map(({ name }) => `the mail runs <${name}>`),
    ...away.map((href) => `the mail leads to ${href}`),
    ...([mail.subject, mail.sender.name, mail.sender.email].some((head) => /[\r\n]/.test(head))
      ? ['the mail has a header within a header']
      : []),
  ]
}

function plainFaults(tenant: Tenant): string[] {
  const css = paletteCss(tenant.palette)
  const { icons, start_url: start } = webManifest(tenant, 'en')
  return [
    ...(/<|@import|url\(|javascript/i.test(css) ? ['the style reaches out'] : []),
    ...(start === '/' && icons.every(({ src }) => /^\/(?:brands\/evil\/icon\.(?:svg|png)|app-icons\/[a-z]*-?\d+\.png)$/.test(src))
      ? []
      : ['the manifest leads away']),
  ]
}
