/**
 * `tenant theme --colour #123456`: derives the colours of both modes from one, prints their contrast, and with `--write` lays
 * them into a tenant's file. Exit code 1 when no readable palette comes of it.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { contrastProblems, MODES, ratioText } from '../../app/palette/contrast.server'
import { derivePalette, type Palette } from '../../app/palette/derive-palette.server'
import { finishColours } from '../../app/palette/finish-palette.server'
import { TenantFile, ThemeFile } from '../../contract/tenant'
import { moveLines, tableLines, tableRows } from './contrast-table'
import { type BrandPlaces, brandPlaces } from './read-brands'
import { jsonText, replaceFile } from './tenant-json'

const USAGE = `npm run tenant -- theme --colour "#123456" [--base graphite] [--write <id>] [--all]
  --colour   the brand's colour, #rrggbb (in quotes: # begins a comment in a shell)
  --base     the theme it is laid over, a file in themes/; graphite, or the tenant's own with --write
  --write    lays the colours into tenants/<id>/tenant.json
  --all      prints every pair, not only the hardest of each`

export const NEUTRAL_THEME = 'graphite'

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { colour: { type: 'string' }, base: { type: 'string' }, write: { type: 'string' }, all: { type: 'boolean' } },
  })
  if (values.colour === undefined) throw new Error(USAGE)
  const places = await brandPlaces()
  const file = values.write === undefined ? null : path.join(places.tenantsDir, values.write, 'tenant.json')
  const tenant = file === null ? null : readTenantFile(file)
  const theme = readTheme(places, values.base ?? tenant?.parsed.theme.name ?? NEUTRAL_THEME)
  const derived = derivePalette(values.colour, theme)
  if (!derived.ok) throw new Error(derived.reasons.join('\n'))
  const { palette } = derived
  for (const mode of MODES) console.log(`"${mode}": ${JSON.stringify(palette[mode], null, 2)}`)
  for (const line of tableLines(tableRows(values.colour, palette, theme.modes), values.all)) console.log(line)
  for (const line of moveLines(palette)) console.log(line)
  if (file === null || tenant === null) return
  replaceFile(file, withPalette(tenant.content, palette, theme))
  console.log(`wrote ${file}`)
}

/** @throws when there is no such theme or it is not right. */
export function readTheme({ themesDir }: Pick<BrandPlaces, 'themesDir'>, name: string): ThemeFile {
  const file = path.join(themesDir, `${name}.json`)
  if (!/^[a-z0-9-]{1,32}$/.test(name) || !existsSync(file)) throw new Error(`there is no theme ${name} in ${themesDir}`)
  return ThemeFile.parse(JSON.parse(readFileSync(file, 'utf8')))
}

type Content = Parameters<typeof jsonText>[0]

function readTenantFile(file: string): { content: Content; parsed: TenantFile } {
  if (!existsSync(file)) throw new Error(`there is no ${file}`)
  const content = JSON.parse(readFileSync(file, 'utf8')) as Content
  return { content, parsed: TenantFile.parse(content) }
}

/** The tenant's file with the palette over what it had; its other colours stay, and must still be readable. */
export function withPalette(content: Content, palette: Palette, theme: ThemeFile): string {
  const file = content as { readonly [key: string]: Content }
  const had = (file.theme ?? {}) as { readonly light?: Record<string, string>; readonly dark?: Record<string, string> }
  const look = { ...had, name: theme.name, light: { ...had.light, ...palette.light }, dark: { ...had.dark, ...palette.dark } }
  const problems = contrastProblems(finishColours(theme.modes, look))
  if (problems.length > 0) {
    const lines = problems.map(({ mode, pair, ratio, needed }) => `theme.${mode}: ${pair} reaches ${ratioText(ratio)} of ${needed}`)
    throw new Error(`nothing was written: other colours of this brand do not go with the new ones\n${lines.join('\n')}`)
  }
  return jsonText({ ...file, theme: look })
}
