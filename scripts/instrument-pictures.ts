/**
 * Draws the pictures of currency pairs, two flags laid over each other, into public/instruments/: what the wire names as an
 * instrument's `Logo`. Coins, metals and single flags are files of their own already.
 * `npx tsx scripts/instrument-pictures.ts` after the catalogue or a flag has changed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CATALOGUE } from '../broker/market/catalogue'

const PUBLIC_DIR = path.join(path.dirname(fileURLToPath(import.meta.url)), '../public')
const PAIR = /^\/instruments\/([a-z]{2})-([a-z]{2})\.svg$/

/** Addresses of the pairs in the catalogue, each once, with their text. */
export function pairPictures(): Map<string, string> {
  const pairs = CATALOGUE.flatMap(({ logo }) => {
    const [, base, quote] = PAIR.exec(logo) ?? []
    return base === undefined || quote === undefined ? [] : [[logo, pairPicture(base, quote)] as const]
  })
  return new Map(pairs)
}

function pairPicture(base: string, quote: string): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72"><defs>',
    '<clipPath id="base"><circle cx="24" cy="24" r="24"/></clipPath><clipPath id="quote"><circle cx="48" cy="48" r="24"/></clipPath>',
    '<mask id="gap"><path fill="#fff" d="M0 0h72v72H0z"/><circle cx="48" cy="48" r="26"/></mask></defs>',
    `<g mask="url(#gap)"><g clip-path="url(#base)">${flagAt(base, 0)}</g></g>`,
    `<g clip-path="url(#quote)">${flagAt(quote, 24)}</g></svg>\n`,
  ].join('')
}

/** A flag cut to a square; the flags of the catalogue have no ids that could meet each other. */
function flagAt(country: string, offset: number): string {
  const flag = readFileSync(path.join(PUBLIC_DIR, 'flags', `${country}.svg`), 'utf8').trim()
  if (/\bid="/.test(flag)) throw new Error(`the flag of ${country} has ids of its own`)
  const place = `<svg x="${offset}" y="${offset}" width="48" height="48" preserveAspectRatio="xMidYMid slice"`
  return flag.replace(/^<svg xmlns="[^"]*"/, place)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(path.join(PUBLIC_DIR, 'instruments'), { recursive: true })
  for (const [address, text] of pairPictures()) writeFileSync(path.join(PUBLIC_DIR, address), text)
}
