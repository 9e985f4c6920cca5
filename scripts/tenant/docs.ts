/** `tenant docs`: writes docs/tenant.md from the schema of the file, so that every field stands there as it is checked. */
import { writeFileSync } from 'node:fs'
import { allowedValues, type SchemaNode, tenantSchema } from '../../app/brand-files/mend-problem.server'
import { FEATURES } from '../../contract/tenant/features'
import { FONTS } from '../../contract/tenant/look'
import { PROTECTED_TEXTS } from '../../contract/tenant/own-texts'
import { RISK_CLASSES, RISK_PROFILES } from '../../contract/tenant/risk-profiles'

export const DOCS_FILE = 'docs/tenant.md'

export interface FieldLine {
  /** Dotted; `[]` stands for each entry of a list, `<…>` for a name that is chosen. */
  readonly path: string
  readonly type: string
  readonly byDefault: string
  readonly bounds: string
  readonly meaning: string
}

/** Every field of the file, each after the group it belongs to. */
export function fieldLines(node: SchemaNode = tenantSchema(), path = ''): FieldLine[] {
  const group = groupOf(node)
  if (group?.properties !== undefined) {
    const required = new Set(group.required ?? [])
    return Object.entries(group.properties).flatMap(([name, field]) => {
      const place = path === '' ? name : `${path}.${name}`
      return [fieldLine(place, field, required.has(name)), ...fieldLines(field, place)]
    })
  }
  if (node.items !== undefined) return fieldLines(node.items, `${path}[]`)
  return typeof node.additionalProperties === 'object' ? fieldLines(node.additionalProperties, `${path}.<name>`) : []
}

/** The group itself, or the one of its choices that is a group: a licence is one, or null. */
function groupOf(node: SchemaNode): SchemaNode | undefined {
  return node.properties === undefined ? node.anyOf?.find(({ properties }) => properties !== undefined) : node
}

function fieldLine(path: string, node: SchemaNode, isRequired: boolean): FieldLine {
  return { path, type: typeOf(node), byDefault: defaultOf(node, isRequired), bounds: boundsOf(node), meaning: node.description ?? '' }
}

function typeOf(node: SchemaNode): string {
  if (allowedValues(node).length > 0) return 'one of'
  if (node.items !== undefined) return `list of ${typeOf(node.items)}`
  if (node.anyOf !== undefined) return node.anyOf.map(typeOf).join(' or ')
  if (node.properties === undefined && typeof node.additionalProperties === 'object')
    return `group by name of ${typeOf(node.additionalProperties)}`
  return node.type === 'object' ? 'group' : node.type === 'string' ? 'text' : (node.type ?? '')
}

function defaultOf(node: SchemaNode, isRequired: boolean): string {
  if (isRequired) return '**needed**'
  if (node.default === undefined) return '–'
  const isGroup = node.properties !== undefined
  return isGroup ? 'its fields’ own' : `\`${JSON.stringify(node.default)}\``
}

function boundsOf(node: SchemaNode): string {
  const of = node.items ?? node
  const values = allowedValues(of).map((value) => `\`${value}\``)
  const range = (low: number | undefined, high: number | undefined, unit: string) =>
    low === undefined && high === undefined ? [] : [`${low ?? 0} to ${high ?? '…'}${unit}`]
  const isText = of.type === 'string' && values.length === 0
  return [
    values.join(', '),
    ...range(of.minimum, of.maximum, ''),
    ...(isText ? range(of.minLength, of.maxLength, ' characters') : []),
    ...range(node.minItems, node.maxItems, ' entries'),
  ]
    .filter((part) => part !== '')
    .join('; ')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const LEAST = `{
  "name": "Nova Trading",
  "legal": {
    "entity": "Nova Trading Ltd",
    "registeredAddress": "1 Harbour Road, Valletta",
    "location": "Valletta, Malta"
  },
  "email": "help@nova.example",
  "theme": { "name": "graphite" }
}`

export function docsText(): string {
  const fields = fieldLines()
  return `# A company's folder
<!-- Written by \`npm run tenant -- docs\` from contract/tenant.ts. Do not edit: change the schema and run it again. -->
A company is the folder \`tenants/<id>/\`: \`tenant.json\`, \`logo.svg\` or \`logo.png\`, \`icon.svg\` or \`icon.png\`, and, if it has any, \`news.json\`. No code is written for it.
\`npm run tenant -- new\` makes the folder, \`check\` reads every folder as the server would and says all that is wrong with it: file, place, reason, how to mend it.

## The least
\`\`\`json
${LEAST}
\`\`\`
Everything else has a default. The site answers on \`<id>.<base domain>\` at once.

## Rules
- Strict: an unknown key, a wrong value, a host that somebody else has, or a bound that is crossed stops this company from loading, and no other one.
- Config is data: no HTML, no CSS, no script. Links are https, to hosts that \`linkHosts\` names. Names hold no invisible character and none that turns the writing direction.
- \`tenant.json\` has at most 256 KB, an SVG 64 KB, a PNG 256 KB and 48 to 2,048 pixels a side (a logo with transparency: it is drawn in the brand's colour). No file is a link out of the folder.
- An SVG holds shapes, gradients, clips and masks with their paint as attributes, and nothing else.
- Colours that are laid over the theme keep the contrast in which everything can be read (WCAG 2.2 AA).
- The title \`DEMO\` marks the whole site as a demonstration. No setting takes that mark away, and none hides the risk line, the legal facts, receipts, records, money, or the way out.
- Terms lie within the same published bounds as at the desk ([settings](settings.md)): spread, fee, sizes, leverage, stop-out.
- \`wallet\`, \`registration\`, \`service\`, \`email\` and instruments are what the company begins with; later its operators set them at the desk.

## Fields
${table(
  ['field', 'type', 'default', 'allowed', 'meaning'],
  fields.map(({ path, type, byDefault, bounds, meaning }) => [`\`${path}\``, type, byDefault, bounds, meaning]),
)}

## Themes and the history
A file in \`themes/\` may be worn by many companies, so it is in no company's history: a rollback puts the folder back and leaves the theme as it is now, and is refused
when the folder cannot be served with it (a token that is gone, a colour that can no longer be read). Who wants to keep a look lays colours, radii and font over the theme in
\`tenant.json\`, where the history holds them, or wears a theme file of their own; \`themes/\` itself belongs into version control, and \`npm run backup\` copies it.

## Fonts
${FONTS.map((font) => `\`${font}\``).join(', ')}. The first two are served from our own origin, the third is the visitor's own; figures and running text stay in Inter.

## Pages that can be left out
${FEATURES.map((feature) => `\`${feature}\``).join(', ')}. Such a page is in no menu, and its address leads home like one that does not exist.
The calls behind \`ranking\` and \`invite\` answer NOT_AVAILABLE_YET as well. News can be asked for: a company that has none answers an empty list.

## Risk profiles
Highest leverage by class of instrument; \`maxLeverage\` may be lower still. An instrument with a fixed margin takes no new orders under a profile with limits.

${table(
  ['class', ...Object.keys(RISK_PROFILES)],
  RISK_CLASSES.map((name) => [name, ...Object.values(RISK_PROFILES).map((caps) => (caps === null ? 'catalogue' : `1:${caps[name]}`))]),
)}

## Own texts
\`texts\` puts texts of site, broker and mails in own words: \`{"en": {"auth:sideTitle": "Trade with Nova."}}\`. Names are those of \`locales/en/<group>.json\`. Placeholders (\`{{name}}\`) and tags stay as they are,
a text holds no address, and these are the same on every site:

${table(
  ['texts', 'why'],
  PROTECTED_TEXTS.map(({ keys, why }) => [`\`${keys.source}\``, why]),
)}
`
}

export function run(): void {
  writeFileSync(DOCS_FILE, docsText())
  console.log(`wrote ${DOCS_FILE}`)
}
