/** Which visits are made: the whole matrix, a part of it, or a sample that has every place once on each size. */
import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '../../app/language/language'
import type { Site } from '../e2e/ports'
import { AT_THE_DESK, MAIN_SITE, OF_A_COMPANY, type Place } from './places'

const COMPANIES = ['aurora', 'meridian', 'saffron', 'graphite'] as const
/** The desk comes first: it signs out whom it has not seen for a quarter of an hour. */
export const SITES = ['desk', ...COMPANIES, 'main'] as const
const MAIN_LANGUAGES = ['en', 'hk', 'ar', 'de', 'th'] as const satisfies readonly Language[]
export const SIZES = ['phone', 'desktop'] as const
/** `own` is what the company shows to whom has chosen nothing. */
export const MODES = ['own', 'light', 'dark'] as const

export type MatrixSite = Site | 'main'
export type Size = (typeof SIZES)[number]
export type Mode = (typeof MODES)[number]

export interface Visit {
  readonly site: MatrixSite
  readonly place: Place
  readonly language: Language
  readonly size: Size
  readonly mode: Mode
}

interface Wish {
  readonly sites: readonly MatrixSite[]
  /** Absent: the five of the matrix everywhere and all 21 at the places that matter most. */
  readonly languages?: readonly Language[]
  readonly sizes: readonly Size[]
  readonly modes: readonly Mode[]
  /** Only places whose path begins with one of these. */
  readonly paths?: readonly string[]
}

const placesOf = (site: MatrixSite): readonly Place[] => (site === 'main' ? MAIN_SITE : site === 'desk' ? AT_THE_DESK : OF_A_COMPANY)

function offeredBy(site: MatrixSite): readonly Language[] {
  if (site === 'main' || site === 'desk') return LANGUAGES
  const file = new URL(`../../tenants/${site}/tenant.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { languages: Language[] }).languages
}

const isWished = (place: Place, paths?: readonly string[]): boolean =>
  paths === undefined || paths.some((path) => place.path === path || (path !== '/' && place.path.startsWith(path)))

export function planAll({ sites, languages, sizes, modes, paths }: Wish): Visit[] {
  const visits: Visit[] = []
  for (const site of sites) {
    for (const language of offeredBy(site)) {
      const isMain = (MAIN_LANGUAGES as readonly Language[]).includes(language)
      for (const place of placesOf(site)) {
        if (languages === undefined ? !isMain && place.everywhere !== true : !languages.includes(language)) continue
        if (!isWished(place, paths)) continue
        for (const size of sizes) for (const mode of modes) visits.push({ site, place, language, size, mode })
      }
    }
  }
  return visits
}

interface Looked {
  readonly size: Size
  /** Shifts who meets what. */
  readonly step: number
  /** Which of the places, by their number; all when left out. */
  readonly isTaken?: (index: number) => boolean
}

/** Places once each; company, language and scheme go round, so that all of them come by. */
function sampleOf({ size, step, isTaken = () => true }: Looked): Visit[] {
  const companies = OF_A_COMPANY.filter((_place, index) => isTaken(index)).map((place, index): Visit => {
    const site = COMPANIES[(index + step) % COMPANIES.length] as (typeof COMPANIES)[number]
    const offered = MAIN_LANGUAGES.filter((language) => offeredBy(site).includes(language))
    const language = offered[(index + Math.floor(index / COMPANIES.length) + step) % offered.length] as Language
    return { site, place, language, size, mode: MODES[(index + step) % MODES.length] as Mode }
  })
  const places = [...MAIN_SITE.map((place) => ['main', place] as const), ...AT_THE_DESK.map((place) => ['desk', place] as const)]
  const others = places
    .filter((_place, index) => isTaken(index))
    .map(([site, place], index): Visit => {
      const language = MAIN_LANGUAGES[(index + step) % MAIN_LANGUAGES.length] as Language
      return { site, place, language, size, mode: 'own' }
    })
  return [...companies, ...others]
}

const stepOf = (turn: number, size: Size): number => turn + SIZES.indexOf(size) * 7

/** Each place once on each size. */
export const planSample = (turn = 0, sizes: readonly Size[] = SIZES): Visit[] =>
  sizes.flatMap((size) => sampleOf({ size, step: stepOf(turn, size) }))

/** Each place once, on a phone and on a desktop in turns. */
export const planShortSample = (turn = 0, sizes: readonly Size[] = SIZES): Visit[] =>
  sizes.flatMap((size) => sampleOf({ size, step: stepOf(turn, size), isTaken: (index) => index % SIZES.length === SIZES.indexOf(size) }))
