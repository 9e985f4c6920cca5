/**
 * `tenant new <id>`: a branded site from a name, a colour and a host. What is not given by a flag is asked for where a person
 * sits at the terminal. Exit code 1 with every problem, and nothing written, when something does not fit.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { UNSTATED } from '../../app/brand-files/load-tenants.server'
import { explainProblem, type TenantProblem } from '../../contract/tenant/problem'
import { tableLines, tableRows } from './contrast-table'
import { type MadeTenant, makeTenant, type NewTenant } from './make-tenant'
import { brandPlaces } from './read-brands'
import { NEUTRAL_THEME } from './theme'

const USAGE = `npm run tenant -- new <id> --name "Nova Markets" --colour "#14213d" [--host nova.example …]
  --entity --address --location --email   who stands behind the site; shown as "${UNSTATED}" until it is given
  --languages en,hk,ar  --default-language en  --country HK
  --base graphite  --mode light|dark      theme that the colours are laid over, and mode of a new visitor
  --logo FILE --icon FILE                 SVG or PNG; the initials of the name are drawn otherwise
  --demo                                  the whole site is a demonstration and says so everywhere`

const text = { type: 'string' } as const
const OPTIONS = {
  name: text,
  colour: text,
  host: { type: 'string', multiple: true },
  entity: text,
  address: text,
  location: text,
  email: text,
  languages: text,
  'default-language': text,
  country: text,
  base: text,
  mode: text,
  logo: text,
  icon: text,
  demo: { type: 'boolean' },
} as const

/** Places in the file by the flag that fills them. */
const FLAG_OF: Readonly<Record<string, string>> = {
  name: 'name',
  'legal.entity': 'entity',
  'legal.registeredAddress': 'address',
  'legal.location': 'location',
  email: 'email',
  hosts: 'host',
  languages: 'languages',
  defaultLanguage: 'default-language',
  country: 'country',
  'theme.defaultMode': 'mode',
}

type Values = ReturnType<typeof readGiven>['values']

function readGiven(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
}

export async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = readGiven(args)
  if (positionals.length > 1) throw new Error(`one id is wanted, not ${positionals.length}\n${USAGE}`)
  const answered = process.stdin.isTTY ? await askForMissing(positionals[0], values) : { id: positionals[0], values }
  const { id = '', values: all } = answered
  const { name = '', colour = '' } = all
  if (id === '' && name === '' && colour === '') throw new Error(USAGE)
  const result = makeTenant(wishOf(id, name, colour, all), await brandPlaces())
  if (!result.ok) {
    throw new Error(`nothing was written:\n${result.problems.map(explained).join('\n')}`)
  }
  report(result.made, colour)
}

/** A place in the file is told by the flag that fills it. */
function explained({ path, file, ...problem }: TenantProblem): string {
  const flag = FLAG_OF[path.replace(/\.\d+$/, '')]
  return explainProblem({ ...problem, path: flag === undefined ? path : '', file: flag === undefined ? file : `--${flag}` })
}

function wishOf(id: string, name: string, colour: string, values: Values): NewTenant {
  return {
    id,
    name,
    colour,
    hosts: splitList(values.host),
    entity: values.entity,
    address: values.address,
    location: values.location,
    email: values.email,
    languages: values.languages === undefined ? undefined : splitList([values.languages]),
    defaultLanguage: values['default-language'],
    country: values.country,
    mode: values.mode,
    base: values.base ?? NEUTRAL_THEME,
    isDemo: values.demo ?? false,
    logo: values.logo,
    icon: values.icon,
  }
}

/** Repeated flags and commas mean the same. */
function splitList(parts: readonly string[] = []): string[] {
  return parts.flatMap((part) => part.split(',')).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

/** An empty answer leaves the field to its default; the id, the name and the colour have none. */
async function askForMissing(idGiven: string | undefined, values: Values): Promise<{ id: string | undefined; values: Values }> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ask = async (question: string, has: string | undefined): Promise<string | undefined> =>
    has ?? ((await terminal.question(`${question}: `)).trim() || undefined)
  try {
    const id = await ask('Id, which becomes the name under the base domain (lower-case letters, digits, dashes)', idGiven)
    const name = await ask('Name, shown beside the sign', values.name)
    const colour = await ask('Colour, #rrggbb', values.colour)
    const host = values.host ?? splitList([(await ask('Own host names, with commas between (none: leave empty)', undefined)) ?? ''])
    const entity = await ask(`Legal name of the company (${UNSTATED}: leave empty)`, values.entity)
    const address = await ask('Registered address', values.address)
    const location = await ask('Town and country', values.location)
    const email = await ask('Support email', values.email)
    return { id, values: { ...values, ...withoutUndefined({ name, colour, entity, address, location, email }), host } }
  } finally {
    terminal.close()
  }
}

function withoutUndefined<Key extends string>(fields: Readonly<Record<Key, string | undefined>>): { [Name in Key]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [Name in Key]?: string }
}

function report({ tenant, folder, palette, theme, initials, unstated }: MadeTenant, colour: string): void {
  console.log(`made ${folder}`)
  for (const host of tenant.siteHosts) console.log(`  ${tenant.siteOrigin.split('//')[0]}//${host}`)
  if (initials !== null) console.log(`  drawn with the letters ${initials}; --logo and --icon take your own pictures`)
  for (const line of tableLines(tableRows(colour, palette, theme.modes)).filter((line) => !line.startsWith(' '))) console.log(`  ${line}`)
  if (unstated.length > 0) console.log(`  not stated yet, and shown so: ${unstated.join(', ')}; fill them in before real traders come`)
  console.log('next:')
  console.log('  npm start                                     (a server that runs already shows it by itself)')
  console.log(`  npm run tenant -- preview ${tenant.id.padEnd(20)}every main screen on one page`)
  console.log('  npm run tenant -- check                       after every edit')
}
