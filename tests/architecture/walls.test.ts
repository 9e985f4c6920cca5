import { describe, expect, test } from 'vitest'
import { filesUnder, importsOf, isTest, resolvedImport, type SourceFile, withoutComments, ZONES } from './source-files'

const product = filesUnder(ZONES).filter((file) => !isTest(file))
const inZone = (zone: string): SourceFile[] => product.filter((file) => file.path.startsWith(`${zone}/`))

/** Imports of a zone that its wall forbids, as `file → import`. */
function breaches(
  zone: string,
  forbids: (target: string | null, specifier: string, isTypeOnly: boolean, file: SourceFile) => boolean,
): string[] {
  return inZone(zone).flatMap((file) =>
    importsOf(file)
      .filter(({ specifier, isTypeOnly }) => forbids(resolvedImport(file, specifier), specifier, isTypeOnly, file))
      .map(({ specifier }) => `${file.path} → ${specifier}`),
  )
}
const zoneOf = (target: string): string => target.split('/')[0] ?? ''

describe('walls between the zones', () => {
  test('contract imports only zod, itself, and types of rules', () => {
    const found = breaches('contract', (target, specifier, isTypeOnly) => {
      if (target === null) return specifier !== 'zod'
      return zoneOf(target) !== 'contract' && !(zoneOf(target) === 'rules' && isTypeOnly)
    })
    expect(found).toEqual([])
  })

  test('rules import nothing of ours and no package; the proofs their hashes and signatures', () => {
    const isForProofs = (specifier: string, { path }: SourceFile): boolean =>
      /^rules\/(?:log|simulated|solvency)\//.test(path) && /^@noble\/(?:ed25519|hashes)/.test(specifier)
    const found = breaches('rules', (target, specifier, _isTypeOnly, file) =>
      target === null ? !isForProofs(specifier, file) : zoneOf(target) !== 'rules',
    )
    expect(found).toEqual([])
  })

  test('rules do no I/O and know no clock', () => {
    const found = inZone('rules').filter((file) =>
      /\b(Date\.now|new Date\(\)|performance\.|fetch\(|process\.|Math\.random)/.test(withoutComments(file.text)),
    )
    expect(found.map((file) => file.path)).toEqual([])
  })

  test('the broker never imports the site', () => {
    expect(breaches('broker', (target) => target !== null && !['broker', 'contract', 'rules'].includes(zoneOf(target)))).toEqual([])
  })

  test('the site never imports the broker: it speaks to it by the contract', () => {
    expect(breaches('app', (target) => target !== null && zoneOf(target) === 'broker')).toEqual([])
  })

  test('only the broker client of the site sends requests to a broker', () => {
    const allowed = new Set(['app/broker-client/broker.server.ts', 'app/broker-client/connect-broker.server.ts'])
    const found = inZone('app').filter(
      (file) => file.path.endsWith('.server.ts') && !allowed.has(file.path) && /[^.\w]fetch\(/.test(withoutComments(file.text)),
    )
    expect(found.map((file) => file.path)).toEqual([])
  })

  test('schemas of the contract stay out of the browser: screens import types only', () => {
    const isServerOnly = (path: string): boolean =>
      /\.server\.tsx?$/.test(path) || path.startsWith('app/routes/') || path === 'app/entry.server.tsx'
    // Plain tables without a schema, and a check that only a development build contains.
    const plain = [
      'desk/brake-terms',
      'error-values',
      'form-bounds',
      'frauds',
      'language-tags',
      'setting-bounds',
      'told-limits',
      'typed-money',
    ].map((name) => `contract/${name}`)
    const isPlain = (target: string): boolean => plain.includes(target)
    const isDevelopmentOnly = (path: string): boolean => path === 'app/realtime/inspect-message.ts'
    const found = breaches('app', (target, _specifier, isTypeOnly, file) => {
      if (target === null || zoneOf(target) !== 'contract' || isTypeOnly) return false
      return !isPlain(target) && !isServerOnly(file.path) && !isDevelopmentOnly(file.path)
    })
    expect(found).toEqual([])
  })
})

describe('habits of the house', () => {
  const everything = filesUnder([...ZONES, 'scripts', 'tests'])

  test('the environment is read in the env module only', () => {
    const allowed = new Set(['app/process/env.server.ts'])
    const found = product.filter((file) => !allowed.has(file.path) && /process\.env\b/.test(withoutComments(file.text)))
    expect(found.map((file) => file.path)).toEqual([])
  })

  test('no file or folder is called utils, helpers, common or misc', () => {
    const found = everything.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file.path))
    expect(found.map((file) => file.path)).toEqual([])
  })

  test('names are written in kebab-case', () => {
    const found = everything.filter((file) => !/^[a-z0-9./_-]+$/.test(file.path))
    expect(found.map((file) => file.path)).toEqual([])
  })

  test('a link to a file says `download` alone: an empty name differs from what the browser reads back when the page wakes', () => {
    expect(
      inZone('app')
        .filter((file) => file.text.includes('download=""'))
        .map((file) => file.path),
    ).toEqual([])
  })

  test('colours are written in themes/ and tenants/ only, and worked out in one room', () => {
    const COLOUR = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!\()|\b(?:rgba?|hsla?|oklch|oklab)\(/i
    const others = inZone('app').filter(({ path }) => path !== 'app/palette/derive-palette.server.ts')
    const found = others.flatMap((file) =>
      withoutComments(file.text)
        .split('\n')
        .flatMap((line, index) => {
          const hit = COLOUR.exec(line)
          // An anchor (`#main`) or a private field is no colour.
          return hit !== null && !/url\(|href=|(?:this\.|readonly )#/.test(line) ? [`${file.path}:${index + 1} ${hit[0]}`] : []
        }),
    )
    expect(found).toEqual([])
  })

  test('profit, margin and fee are shown by their own parts alone, which know their decimals and their rounding', () => {
    const OWN_ROUNDING = /<Amount\b[^>]*?\b(?:rounding=|decimals=\{\d)/g
    const FIGURE = /<Amount\b[^>]*?value=\{[^}]*(?:[Pp]rofit|[Mm]argin|order\.fee)/g
    // The gallery shows the part itself; what a payout costs is shown to its last digit.
    const others = ['app/features/orders/money.tsx', 'app/features/gallery/', 'app/features/wallet/withdraw/']
    const found = inZone('app')
      .filter(({ path }) => path.startsWith('app/features/') && !others.some((other) => path.startsWith(other)))
      .flatMap(({ path, text }) =>
        [OWN_ROUNDING, FIGURE].flatMap((form) => [...withoutComments(text).matchAll(form)].map(([hit]) => `${path}: ${hit}`)),
      )
    expect(found).toEqual([])
  })

  test('a box that scrolls holds what it contains: its unseen texts do not make the page longer', () => {
    /** The declarations of the rule round a place, without those of the rules inside it. */
    const ruleAt = (text: string, at: number): string => {
      const isStart = (index: number): boolean => text[index] === '`' || (text[index] === '{' && text[index - 1] !== '$')
      let depth = 0
      let from = at
      while (from > 0 && !(depth === 0 && isStart(from))) {
        from -= 1
        if (text[from] === '}') depth += 1
        else if (text[from] === '{' && depth > 0) {
          depth -= 1
          from -= 1
        }
      }
      depth = 0
      let to = at
      while (to < text.length && !(depth === 0 && (text[to] === '`' || text[to] === '}'))) {
        if (text[to] === '{') depth += 1
        else if (text[to] === '}') depth -= 1
        to += 1
      }
      return text
        .slice(from, to)
        .replace(/\$\{[^{}]*\}/g, '')
        .replace(/\{[^{}]*\}/g, '')
    }
    const found = inZone('app').flatMap(({ path, text }) =>
      [...text.matchAll(/overflow(?:-[xy])?: (?:auto|scroll)/g)]
        .filter(({ index }) => !/position: (?:relative|absolute|fixed|sticky)/.test(ruleAt(text, index)))
        .map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
    )
    expect(found).toEqual([])
  })

  test('no `any` slips past the checker', () => {
    const found = product.filter((file) =>
      /[:<,(|&]\s*any\b(?!\w)|\bas any\b/.test(withoutComments(file.text).replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, "''")),
    )
    expect(found.map((file) => file.path)).toEqual([])
  })
})
