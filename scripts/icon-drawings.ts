/**
 * Takes the drawings of the interface's icons over from Lucide, into app/ui/icon-drawings.json: the package has thousands more, which
 * nobody should install or read to build a site. A new icon: add its name with an empty drawing, then
 * `npx tsx scripts/icon-drawings.ts`; the same after a new version of lucide-react.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import drawings from '../app/ui/icon-drawings.json'

/** What an icon of ours is called there, where that differs. */
const CALLED_THERE: Readonly<Record<string, string>> = { loader: 'loader-circle' }

/** What Lucide draws inside the picture of that name. @throws Error when it has none */
export function drawingOf(name: string): string {
  const component = (CALLED_THERE[name] ?? name).replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())
  const Drawing = (lucide as unknown as Readonly<Record<string, lucide.LucideIcon | undefined>>)[component]
  if (Drawing === undefined) throw new Error(`Lucide has no icon ${component}`)
  const svg = renderToStaticMarkup(createElement(Drawing))
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const drawn = Object.fromEntries(Object.keys(drawings).map((name) => [name, drawingOf(name)]))
  writeFileSync(path.join(import.meta.dirname, '../app/ui/icon-drawings.json'), `${JSON.stringify(drawn, null, 2)}\n`)
}
