/**
 * Reads the brokers from their folders: `tenants/<id>/tenant.json` with a logo, an icon and a theme from `themes/`.
 *
 * Invariant: a folder that is not right stops its own tenant only, with every file, place and reason at once; no two
 * tenants ever answer on the same host (the one whose id sorts first keeps it, the other does not load).
 */

import { existsSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiHost, deskHost } from '../../contract/house-hosts'
import type { BrandJudge } from '../../contract/in-process'
import { rightSections, rightTenantFile, type Tenant, TenantFile, TenantId, type TenantSections, ThemeFile } from '../../contract/tenant'
import { apiHostsOf } from '../../contract/tenant/places'
import { brokenFile, type Reading, type TenantProblem } from '../../contract/tenant/problem'
import { contrastProblems, ratioText } from '../palette/contrast.server'
import { finishPalette, NEUTRAL } from '../palette/finish-palette.server'
import { PNG_MAX_BYTES, pngProblem, SVG_MAX_BYTES, svgProblem } from './check-picture.server'
import { englishTexts, textProblems } from './check-texts.server'
import { holdingOnce } from './held-once'
import { nearest } from './mend-problem.server'
import { judgeContent, readFolderFile, readJson, readJsonFile } from './read-json-file.server'

export interface LoadTenantsOptions {
  readonly tenantsDir: string
  readonly themesDir: string
  /** Host of the main site, with its port where it has one: `localhost:3000`, `example.com`. */
  readonly baseDomain: string
  /** Scheme of the sites' own addresses: `http` on a developer's machine, else `https`. */
  readonly scheme: 'http' | 'https'
  /** The broker's word on what only it knows. */
  readonly judge: BrandJudge
  /** Who takes real money says who they are: a draft's unstated facts keep it from being served. */
  readonly takesRealMoney?: boolean
  /** The house's texts, which a brand's own are compared with; those of this repository when absent. */
  readonly localesDir?: string
  /** What was read already in this round: one theme is worn by many. */
  readonly themesRead?: Map<string, Reading<ThemeFile>>
}

export interface LoadedTenants {
  readonly tenants: readonly Tenant[]
  readonly problems: readonly TenantProblem[]
}

/** Who answers on a host: an id, or a part of the platform in words. */
type HostOwners = ReadonlyMap<string, string>

/** Names under the base domain that belong to the platform itself. */
const RESERVED_IDS: ReadonlySet<string> = new Set(['api', 'desk', 'www', 'localhost'])
const NOBODY: HostOwners = new Map()
const FILE_NAME = 'tenant.json'
const FILE_MAX_BYTES = 256 * 1024
/** From the sources and from what is built of them. */
const OUR_TEXTS = fileURLToPath(new URL('../../locales', import.meta.url))

export function loadTenants(options: LoadTenantsOptions): LoadedTenants {
  const tenants: Tenant[] = []
  const problems: TenantProblem[] = []
  const owners = new Map(houseHosts(options.baseDomain))
  const round = { ...options, themesRead: new Map() }
  for (const id of tenantFolders(options.tenantsDir)) {
    const read = readTenantFolder(id, round, owners)
    if (!read.ok) {
      problems.push(...read.problems)
      continue
    }
    for (const host of read.value.siteHosts) owners.set(host, id)
    tenants.push(read.value)
  }
  return { tenants, problems }
}

/** The hosts that no company can have. */
export function houseHosts(baseDomain: string): HostOwners {
  return new Map([
    [baseDomain, 'the main site'],
    [apiHost(baseDomain), 'the API'],
    [deskHost(baseDomain), 'the desk'],
  ])
}

/** Names of the folders that are brands, sorted: the order in which hosts are given out. */
export function tenantFolders(tenantsDir: string): string[] {
  if (!existsSync(tenantsDir)) return []
  return readdirSync(tenantsDir, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

/**
 * One brand from its folder, or everything that is wrong with it.
 * @param owners hosts that are given away already, the house's among them; a host of the brand's own is not taken from it. Left
 * out by whoever judges the hosts of all brands together.
 * @param known plain files of the folder that were read already, by name.
 */
export function readTenantFolder(
  id: string,
  options: LoadTenantsOptions,
  owners: HostOwners = NOBODY,
  known?: ReadonlyMap<string, Buffer>,
): Reading<Tenant> {
  const folder = path.join(options.tenantsDir, id)
  const file = tenantFilePath(options.tenantsDir, id)
  const name = folderNameProblem(id, options.tenantsDir, file)
  if (name !== null) return name
  const content = readJson({ folder, name: FILE_NAME, maxBytes: FILE_MAX_BYTES, known })
  const read = content.ok ? judgeTenantFile(file, content.value) : content
  // One wrong field must not hide what else is wrong.
  const sections = read.ok ? read.value : content.ok ? rightSections(content.value) : {}
  const logo = readPicture(folder, 'logo', known)
  const icon = readPicture(folder, 'icon', known)
  const palette = sections.theme === undefined ? null : readPalette(sections.theme, file, options)
  const problems = [
    ...(read.ok ? [] : read.problems),
    ...(palette === null || palette.ok ? [] : palette.problems),
    ...contentProblems(file, sections, options),
    ...[logo, icon].flatMap((picture) => (picture.ok ? [] : picture.problems)),
  ]
  if (!read.ok || !palette?.ok || !logo.ok || !icon.ok || problems.length > 0) return { ok: false, problems }
  const tenant = completeTenant(id, holdingOnce(read.value), palette.value, { logo: logo.value, icon: icon.value }, options)
  const standing = [
    ...hostProblems(file, tenant, owners, options.baseDomain),
    ...(options.takesRealMoney ? unstatedProblems(file, tenant) : []),
  ]
  return standing.length > 0 ? { ok: false, problems: standing } : { ok: true, value: tenant }
}

/** What is right is found quickly; what is not is judged as a whole, for everything that is to be said of it. */
function judgeTenantFile(file: string, content: unknown): Reading<TenantFile> {
  const right = rightTenantFile(content)
  return right === null ? judgeContent(file, content, TenantFile) : { ok: true, value: right }
}

function tenantFilePath(tenantsDir: string, id: string): string {
  return path.join(tenantsDir, id, FILE_NAME)
}

function folderNameProblem(id: string, tenantsDir: string, file: string): Reading<never> | null {
  if (!TenantId.safeParse(id).success) {
    return brokenFile(file, `the folder's name "${id}" is not an id: 2–32 lower-case letters, digits and dashes`, 'rename the folder')
  }
  if (RESERVED_IDS.has(id)) return brokenFile(file, `the name "${id}" belongs to the platform`, 'rename the folder')
  const isLink = lstatSync(path.join(tenantsDir, id), { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? brokenFile(file, 'the folder is a link', 'put the folder itself here') : null
}

/** Names under the base domain are given by the folder's name: nobody can take that of another by writing it into their own file. */
function hostProblems(file: string, { id, siteHosts, hosts }: Tenant, owners: HostOwners, baseDomain: string): TenantProblem[] {
  const base = baseDomain.replace(/:\d+$/, '')
  const mend = `take it out: ${siteHosts[0]} is there by itself`
  const underBase = hosts
    .filter((host) => !owners.has(host) && (host === base || host.endsWith(`.${base}`)))
    .map((host) => ({ file, path: 'hosts', reason: `${host} lies under the platform's own domain`, mend }))
  const taken = siteHosts.flatMap((host) => {
    const owner = owners.get(host)
    return owner === undefined || owner === id
      ? []
      : [{ file, path: 'hosts', reason: `${host} already belongs to ${owner}`, mend: 'take it out here or there: a host has one company' }]
  })
  return [...underBase, ...taken]
}

/** What a draft of a brand says in place of a legal fact. */
export const UNSTATED = 'Not stated yet'

function unstatedProblems(file: string, { legal }: Tenant): TenantProblem[] {
  return (['entity', 'registeredAddress', 'location'] as const)
    .filter((fact) => legal[fact] === UNSTATED)
    .map((fact) => ({
      file,
      path: `legal.${fact}`,
      reason: 'is not stated, and this server takes real money',
      mend: 'write who stands behind the site',
    }))
}

/** Brands of one look hold one palette, which is judged once: equal sections of their files are one object. */
const finished = new WeakMap<TenantFile['theme'], { readonly theme: ThemeFile; readonly palette: ThemeFile }>()

/** Its finished colours, judged as a visitor will see them. */
function readPalette(own: TenantFile['theme'], file: string, options: LoadTenantsOptions): Reading<ThemeFile> {
  const theme = readTheme(own.name, file, options)
  if (!theme.ok) return theme
  const known = finished.get(own)
  if (known?.theme === theme.value) return { ok: true, value: known.palette }
  const palette = finishPalette(theme.value, own)
  const problems = colourProblems(file, own, theme.value, palette)
  if (problems.length > 0) return { ok: false, problems }
  finished.set(own, { theme: theme.value, palette })
  return { ok: true, value: palette }
}

/** What the main site and the desk wear: the neutral theme of the folder; null where that has none of this name. */
export function readHousePalette(themesDir: string): Reading<ThemeFile> | null {
  if (!existsSync(path.join(themesDir, `${NEUTRAL.name}.json`))) return null
  const theme = readThemeFile(themesDir, NEUTRAL.name)
  return theme.ok ? { ok: true, value: finishPalette(theme.value) } : theme
}

function readTheme(name: string, file: string, { themesDir, themesRead }: LoadTenantsOptions): Reading<ThemeFile> {
  const read = themesRead?.get(name)
  if (read !== undefined) return read
  if (existsSync(path.join(themesDir, `${name}.json`))) {
    const theme = readThemeFile(themesDir, name)
    themesRead?.set(name, theme)
    return theme
  }
  const known = existsSync(themesDir) ? readdirSync(themesDir).flatMap((entry) => /^([a-z0-9-]+)\.json$/.exec(entry)?.[1] ?? []) : []
  const reason = `there is no ${path.join(themesDir, `${name}.json`)}`
  return { ok: false, problems: [{ file, path: 'theme.name', reason, mend: `${nearest(name, known)}themes: ${known.join(', ')}` }] }
}

const MAX_SHARED = 100
/** By the bytes of their files. */
const themes = new Map<string, ThemeFile>()

/** Brands that wear one theme hold one copy of it, and it is judged once. */
function readThemeFile(themesDir: string, name: string): Reading<ThemeFile> {
  const source = { folder: themesDir, name: `${name}.json`, maxBytes: FILE_MAX_BYTES }
  const bytes = readFolderFile(source)
  const known = bytes.ok ? themes.get(bytes.value.toString('latin1')) : undefined
  if (known !== undefined) return { ok: true, value: known }
  const read = readJsonFile(source, ThemeFile)
  if (themes.size >= MAX_SHARED) themes.clear()
  // Whatever was written between the two readings is read again the next time.
  const again = readFolderFile(source)
  if (read.ok && bytes.ok && again.ok && again.value.equals(bytes.value)) themes.set(bytes.value.toString('latin1'), read.value)
  return read
}

/** A misspelt token would silently colour nothing; a colour that cannot be read would hide what has to be read. */
function colourProblems(file: string, own: TenantFile['theme'], theme: ThemeFile, palette: ThemeFile): TenantProblem[] {
  const unknown = (['light', 'dark'] as const).flatMap((mode) =>
    Object.keys(own[mode])
      .filter((token) => !Object.hasOwn(theme.modes[mode], token))
      .map((token) => ({
        file,
        path: `theme.${mode}.${token}`,
        reason: `the theme ${theme.name} has no token of this name`,
        mend: `${nearest(token, Object.keys(theme.modes[mode]))}the names are those of themes/${theme.name}.json`,
      })),
  )
  const hasColours = Object.keys({ ...own.light, ...own.dark }).length > 0
  const faint = (hasColours ? contrastProblems(palette.modes) : [])
    // What the theme itself says is the theme's own affair.
    .filter(({ mode, pair }) => pair.split(' on ').some((token) => Object.hasOwn(own[mode], token)))
    .map(({ mode, pair, ratio, needed }) => ({
      file,
      path: `theme.${mode}`,
      reason: `${pair} has a contrast of ${ratioText(ratio)}, ${needed} is needed`,
      mend: 'npm run tenant -- theme works out a palette in which everything can be read',
    }))
  return [...unknown, ...faint]
}

function contentProblems(file: string, sections: TenantSections, { judge, localesDir = OUR_TEXTS }: LoadTenantsOptions): TenantProblem[] {
  const { texts } = sections
  const found = [...judge.fileProblems(sections, nearest), ...(texts === undefined ? [] : textProblems(texts, englishTexts(localesDir)))]
  return found.map((problem) => ({ file, ...problem }))
}

type PictureKind = 'svg' | 'png'

/** `logo.svg` or `logo.png`, checked; which of the two it is. */
function readPicture(folder: string, name: 'logo' | 'icon', known?: ReadonlyMap<string, Buffer>): Reading<PictureKind> {
  const isThere = (picture: string) => known?.has(picture) === true || existsSync(path.join(folder, picture))
  const kinds = (['svg', 'png'] as const).filter((kind) => isThere(`${name}.${kind}`))
  const [kind] = kinds
  const file = path.join(folder, `${name}.${kind ?? 'svg'}`)
  if (kind === undefined) return brokenFile(file, 'the picture is missing', `npm run tenant -- new draws one; ${name}.png is taken too`)
  if (kinds.length > 1) return brokenFile(file, `there is a ${name}.png, too`, 'take one of the two away')
  const bytes = readFolderFile({ folder, name: `${name}.${kind}`, maxBytes: kind === 'svg' ? SVG_MAX_BYTES : PNG_MAX_BYTES, known })
  if (!bytes.ok) return bytes
  const problem = kind === 'svg' ? svgProblem(bytes.value.toString('utf8')) : pngProblem(bytes.value, { isMask: name === 'logo' })
  return problem === null ? { ok: true, value: kind } : brokenFile(file, `the picture ${problem.reason}`, problem.mend)
}

function completeTenant(
  id: string,
  file: TenantFile,
  palette: ThemeFile,
  pictures: Readonly<Record<'logo' | 'icon', PictureKind>>,
  { baseDomain, scheme }: LoadTenantsOptions,
): Tenant {
  const subdomain = `${id}.${baseDomain}`
  const port = /:\d+$/.exec(baseDomain)?.[0]
  const title = file.title ?? file.name
  // A domain of the tenant's own answers on the standard port and, on a developer's machine, on the port of the base domain.
  const withPort = (host: string) => (port === undefined ? [host] : [host, `${host}${port}`])
  return {
    ...file,
    id,
    title,
    siteHosts: [subdomain, ...file.hosts.flatMap(withPort)],
    apiHosts: apiHostsOf(file.hosts).flatMap(withPort),
    siteOrigin: `${scheme}://${subdomain}`,
    isDemoSite: title === 'DEMO',
    palette,
    logoPath: `/brands/${id}/logo.${pictures.logo}`,
    iconPath: `/brands/${id}/icon.${pictures.icon}`,
  }
}
