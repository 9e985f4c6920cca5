/**
 * `tenant preview <id>`: one page with every main screen of a brand, a draft too, on phone and desktop, in light and dark, from
 * left and from right. Looks at a server of its own on scratch data, or with `--at` at one that runs. Exit code 1 when it cannot.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readTenantFolder, tenantFolders } from '../../app/brand-files/load-tenants.server'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { explainProblem } from '../../contract/tenant/problem'
import { build } from '../build.mjs'
import { findBrowser } from '../find-browser.mjs'
import { previewPage } from './preview-page'
import { type PreviewServer, placeBrand, startPreviewServer } from './preview-server'
import { type Look, type Shot, shootLook, signInDemoTrader } from './preview-shots'
import { type BrandPlaces, brandPlaces } from './read-brands'

const USAGE = `npm run tenant -- preview <id> [--at http://<id>.localhost:3000] [--out FOLDER]
  --at    a site that runs already; without it one is started on scratch data, and ended afterwards
  --out   folder of the page and its pictures; .data/preview/<id>`
const root = fileURLToPath(new URL('../..', import.meta.url))
const RIGHT_TO_LEFT: readonly Language[] = ['ar', 'fa']
const PAGE = 'index.html'
const SCRATCH = 'scratch'
/** Looks taken at the same time: more would only wait for the processor. */
const AT_ONCE = 2

export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { at: { type: 'string' }, out: { type: 'string' } },
    allowPositionals: true,
  })
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0) throw new Error(USAGE)
  const places = await brandPlaces()
  if (!tenantFolders(places.tenantsDir).includes(id)) throw new Error(`there is no brand ${id} in ${places.tenantsDir}`)
  const folder = path.resolve(values.out ?? path.join(root, '.data/preview', id))
  refuseForeign(folder)
  const at = values.at === undefined ? null : originOf(values.at)
  const executablePath = await findBrowser()
  if (executablePath === null) {
    throw new Error(
      'no browser was found: install Chromium or Chrome, or set CHROMIUM_PATH to one, or run: npx playwright install chromium',
    )
  }
  const scratch = path.join(folder, SCRATCH)
  const tenant = readBrand(id, places, scratch)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const server = at === null ? await ownServer(id, places, scratch) : { origin: at, stop: async () => {} }
  try {
    const shots = await takeShots(executablePath, server.origin, tenant, folder)
    const file = path.join(folder, PAGE)
    writeFileSync(file, previewPage(tenant, shots, remarksOn(tenant)))
    console.log(`${shots.length} pictures on one page:\n${file}`)
  } finally {
    await server.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** What is in the folder is deleted: only an empty one, or one with an earlier preview, is taken. @throws for any other. */
export function refuseForeign(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  // One that was broken off has no page yet.
  const isOurs = names.includes(PAGE) || names.includes(SCRATCH)
  const isForeign = names.some((name) => name !== PAGE && name !== SCRATCH && !name.endsWith('.png'))
  if (names.length > 0 && (isForeign || !isOurs))
    throw new Error(`${folder} holds something else than a preview: name a new folder or an empty one`)
}

/** @throws when it is not the address of a site. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`${address} is not an address like http://aurora.localhost:3000`)
  return url.origin
}

/** @throws with everything that is wrong with the brand. */
function readBrand(id: string, places: BrandPlaces, scratch: string): Tenant {
  const read = readTenantFolder(id, { ...places, tenantsDir: placeBrand(id, places, scratch) }, new Map())
  if (!read.ok) throw new Error(read.problems.map(explainProblem).join('\n'))
  return read.value
}

async function ownServer(id: string, places: BrandPlaces, scratch: string): Promise<PreviewServer> {
  await build()
  placeBrand(id, places, scratch)
  return startPreviewServer(id, places, scratch)
}

async function takeShots(executablePath: string, origin: string, tenant: Tenant, folder: string): Promise<Shot[]> {
  // Loaded only here: the other commands work without what the tests bring along.
  const { chromium } = await import('playwright')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const plan = { origin, token: await signInDemoTrader(browser, origin), features: tenant.features, folder }
    const waiting = looksOf(tenant)
    const shots: Shot[] = []
    const takeNext = async (): Promise<void> => {
      for (let look = waiting.shift(); look !== undefined; look = waiting.shift()) {
        shots.push(...(await shootLook(browser, look, plan)))
        console.log(`  ${look.size} ${look.mode} ${look.language}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
    return shots
  } finally {
    await browser.close()
  }
}

/** English and Arabic where the brand speaks them, else what comes nearest. */
function languagesOf({ languages, defaultLanguage }: Tenant): Language[] {
  const fromLeft = languages.includes('en') ? 'en' : RIGHT_TO_LEFT.includes(defaultLanguage) ? undefined : defaultLanguage
  const fromRight = RIGHT_TO_LEFT.find((language) => languages.includes(language))
  return [fromLeft, fromRight].flatMap((language) => (language === undefined ? [] : [language]))
}

function looksOf(tenant: Tenant): Look[] {
  return languagesOf(tenant).flatMap((language) =>
    (['light', 'dark'] as const).flatMap((mode) => (['phone', 'desktop'] as const).map((size) => ({ size, mode, language }))),
  )
}

function remarksOn(tenant: Tenant): string[] {
  const hasRightToLeft = tenant.languages.some((language) => RIGHT_TO_LEFT.includes(language))
  return hasRightToLeft ? [] : ['This brand offers no language that is written from the right: those pictures are left out.']
}
