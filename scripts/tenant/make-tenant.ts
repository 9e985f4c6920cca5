/**
 * Makes a brand's folder from what its operator says: derived colours, drawn pictures, a short file.
 *
 * Invariant: either the whole folder stands in its place, checked by the loader that the server reads it with, or nothing was
 * written. It is put together under a name that no server looks at, and moved into place in one step.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { houseHosts, loadTenants, readTenantFolder, UNSTATED } from '../../app/brand-files/load-tenants.server'
import { derivePalette, type Palette } from '../../app/palette/derive-palette.server'
import { type Tenant, TenantId, type ThemeFile } from '../../contract/tenant'
import type { TenantProblem } from '../../contract/tenant/problem'
import { drawBrand } from './draw-logo'
import type { BrandPlaces } from './read-brands'
import { jsonText } from './tenant-json'
import { NEUTRAL_THEME, readTheme } from './theme'

/** What an operator says about a new brand. What is left out takes the default of its field. */
export interface NewTenant {
  readonly id: string
  readonly name: string
  readonly colour: string
  readonly hosts: readonly string[]
  readonly entity?: string | undefined
  readonly address?: string | undefined
  readonly location?: string | undefined
  readonly email?: string | undefined
  readonly languages?: readonly string[] | undefined
  readonly defaultLanguage?: string | undefined
  readonly country?: string | undefined
  readonly mode?: string | undefined
  readonly base: string
  readonly isDemo: boolean
  /** Files of its own pictures, `.svg` or `.png`. */
  readonly logo?: string | undefined
  readonly icon?: string | undefined
}

export interface MadeTenant {
  readonly tenant: Tenant
  readonly folder: string
  readonly palette: Palette
  readonly theme: ThemeFile
  /** Letters of the drawn pictures; null where both were given. */
  readonly initials: string | null
  /** Legal fields that still say that they are not stated. */
  readonly unstated: readonly string[]
}

type MakeResult = { readonly ok: true; readonly made: MadeTenant } | { readonly ok: false; readonly problems: readonly TenantProblem[] }

/** Shown on the site as it stands: a company that has not said who it is is seen not to have said it. */
const PICTURE_TYPES = ['.svg', '.png']
const GOOD_COLOUR = '#1a3871'

/** @throws only what the file system says. */
export function makeTenant(asked: NewTenant, places: BrandPlaces): MakeResult {
  const folder = path.join(places.tenantsDir, asked.id)
  const problems = [...idProblems(asked.id, folder), ...pictureFileProblems(asked)]
  const theme = themeOrProblem(places, asked.base)
  if ('reason' in theme) problems.push(theme)
  const derived = 'reason' in theme ? null : derivePalette(asked.colour, theme)
  if (derived !== null && !derived.ok)
    problems.push(...derived.reasons.map((reason) => problemOf('colour', reason, `give another colour, like ${GOOD_COLOUR}`)))
  if ('reason' in theme || !derived?.ok) {
    // The rest is judged with a colour that is known to be right, so that everything wrong is told at once.
    return { ok: false, problems: [...problems, ...judgeRest(asked, places)] }
  }
  const staged = stage(asked, derived.palette, places, problems.length === 0 ? folder : null)
  if (!staged.ok) return { ok: false, problems: [...problems, ...staged.problems] }
  if (problems.length > 0) return { ok: false, problems }
  const { tenant, initials } = staged
  return { ok: true, made: { tenant, folder, palette: derived.palette, theme, initials, unstated: unstatedIn(tenant) } }
}

function judgeRest(asked: NewTenant, places: BrandPlaces): readonly TenantProblem[] {
  const theme = themeOrProblem(places, NEUTRAL_THEME)
  const derived = 'reason' in theme ? null : derivePalette(GOOD_COLOUR, theme)
  if (!derived?.ok) return []
  const staged = stage({ ...asked, base: NEUTRAL_THEME }, derived.palette, places, null)
  return staged.ok ? [] : staged.problems
}

type Staged =
  | { readonly ok: true; readonly tenant: Tenant; readonly initials: string | null }
  | { readonly ok: false; readonly problems: readonly TenantProblem[] }

/** Puts the folder together beside the others, has the loader read it, and moves it to `target` when it is right. */
function stage(asked: NewTenant, palette: Palette, places: BrandPlaces, target: string | null): Staged {
  mkdirSync(places.tenantsDir, { recursive: true })
  const staging = mkdtempSync(path.join(places.tenantsDir, '.new-'))
  // A name that cannot be a folder's is told by its own problem; the rest is judged under another one.
  const id = isFolderName(asked.id) ? asked.id : 'new-brand'
  const folder = path.join(staging, id)
  try {
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'tenant.json'), jsonText(tenantContent({ ...asked, id }, palette)), { flush: true })
    const initials = placePictures(folder, { ...asked, id }, palette)
    const read = readTenantFolder(id, { ...places, tenantsDir: staging }, ownersOf(places))
    if (!read.ok) return { ok: false, problems: read.problems.map(asAsked) }
    if (target !== null) renameSync(folder, target)
    return { ok: true, tenant: read.value, initials }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** The folder is one that nobody will see: what is wrong with its name is wrong with the id. */
function asAsked({ file, ...problem }: TenantProblem): TenantProblem {
  const name = path.basename(file)
  return name === 'tenant.json' && problem.path === '' ? problemOf('id', problem.reason, 'choose another id') : { ...problem, file: name }
}

/** Only what differs from the defaults, in the order of the schema. */
function tenantContent(asked: NewTenant, palette: Palette) {
  return {
    $schema: '../tenant.schema.json',
    name: asked.name,
    ...(asked.isDemo && { title: 'DEMO' }),
    legal: {
      entity: asked.entity ?? UNSTATED,
      registeredAddress: asked.address ?? UNSTATED,
      location: asked.location ?? UNSTATED,
    },
    email: asked.email ?? `not-stated@${asked.id}.invalid`,
    ...(asked.hosts.length > 0 && { hosts: asked.hosts }),
    // Nobody is led to a company that has not said who it is.
    ...(asked.entity === undefined && { listed: false }),
    ...(asked.languages !== undefined && { languages: asked.languages }),
    ...(asked.defaultLanguage !== undefined && { defaultLanguage: asked.defaultLanguage }),
    ...(asked.country !== undefined && { country: asked.country }),
    theme: {
      name: asked.base,
      ...(asked.mode !== undefined && { defaultMode: asked.mode }),
      light: palette.light,
      dark: palette.dark,
    },
  }
}

function placePictures(folder: string, asked: NewTenant, palette: Palette): string | null {
  const { brand: fill = '', 'on-brand': on = '' } = palette.light
  const drawn = drawBrand(asked.name, asked.id, { fill, on })
  for (const picture of ['logo', 'icon'] as const) {
    const given = asked[picture]
    if (given === undefined || !isReadable(given)) writeFileSync(path.join(folder, `${picture}.svg`), drawn[picture], { flush: true })
    else writeFileSync(path.join(folder, `${picture}${path.extname(given).toLowerCase()}`), readFileSync(given), { flush: true })
  }
  return asked.logo === undefined || asked.icon === undefined ? drawn.initials : null
}

/** Every host that is given away, so that the new brand takes none from another one, whichever id sorts first. */
function ownersOf(places: BrandPlaces): ReadonlyMap<string, string> {
  const owned = loadTenants(places).tenants.flatMap(({ id, siteHosts }) => siteHosts.map((host) => [host, id] as const))
  return new Map([...houseHosts(places.baseDomain), ...owned])
}

function idProblems(id: string, folder: string): TenantProblem[] {
  if (!isFolderName(id)) {
    return [
      problemOf(
        'id',
        `"${id}" is not an id`,
        '2–32 lower-case letters, digits and dashes, a letter first; it becomes the name under the base domain',
      ),
    ]
  }
  return existsSync(folder) ? [problemOf('id', `${folder} is there already`, 'choose another id; nothing is ever overwritten')] : []
}

function pictureFileProblems(asked: NewTenant): TenantProblem[] {
  return (['logo', 'icon'] as const).flatMap((picture) => {
    const file = asked[picture]
    if (file === undefined || isReadable(file)) return []
    const reason = existsSync(file) ? `${file} is no ${PICTURE_TYPES.join(' or ')}` : `there is no file ${file}`
    return [problemOf(picture, reason, `give an SVG or a PNG, or leave --${picture} out and the initials are drawn`)]
  })
}

function themeOrProblem(places: BrandPlaces, base: string): ThemeFile | TenantProblem {
  try {
    return readTheme(places, base)
  } catch (error) {
    return problemOf(
      'base',
      error instanceof Error ? error.message : String(error),
      'leave --base out for the neutral one, or name a file in themes/',
    )
  }
}

function unstatedIn({ legal, email }: Tenant): string[] {
  const fields = { 'legal.entity': legal.entity, 'legal.registeredAddress': legal.registeredAddress, 'legal.location': legal.location }
  const open = Object.entries(fields).flatMap(([name, value]) => (value === UNSTATED ? [name] : []))
  return email.endsWith('.invalid') ? [...open, 'email'] : open
}

const isFolderName = (id: string): boolean => TenantId.safeParse(id).success
const isReadable = (file: string): boolean => existsSync(file) && PICTURE_TYPES.includes(path.extname(file).toLowerCase())
const problemOf = (what: string, reason: string, mend: string): TenantProblem => ({
  file: what === 'id' ? '<id>' : `--${what}`,
  path: '',
  reason,
  mend,
})
