import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tenant } from '../../contract/tenant'
import { ServerPageContext } from './server-page'
import { hiding, SharedPart } from './shared-part'
import { PageParts, stylesOf, styleTags } from './shared-parts.server'

/** How often the part was written. */
let written = 0
let kinds = 0

function List({ items }: { items: readonly string[] }) {
  written += 1
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** Each time another object, as when its file is read anew. */
const brand = (id: string) => ({ id }) as Tenant
const aurora = brand('aurora')

/** A page as it goes out, for the reader of that name. */
function page(
  reader: string,
  items: readonly string[],
  { nonce = `nonce+of/${reader}==`, tenant = aurora, language = 'en' as 'en' | 'fr', pages = `root ${kinds}` } = {},
): string {
  const kind = { styles: stylesOf(pages), tenant, language, preferences: { mode: 'light', updown: 'green-up' } } as const
  const parts = new PageParts(kind, nonce)
  const html = renderToString(
    <ServerPageContext.Provider value={{ nonce, css: '', iconSymbols: '', parts }}>
      <main>
        <b>{reader}</b>
        <SharedPart name="list" of={[items]}>
          <List items={items} />
        </SharedPart>
        <i>{reader}</i>
      </main>
    </ServerPageContext.Provider>,
  )
  return parts.assemble(html)
}

const wanted = (reader: string, items: readonly string[]) =>
  `<main><b>${reader}</b><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul><i>${reader}</i></main>`

beforeEach(() => {
  written = 0
  kinds += 1
})

describe('a shared part', () => {
  test('is written once for readers of the same things, and is in its place in every page', () => {
    const items = ['EUR/USD', 'GBP/USD']
    expect(['ann', 'bob', 'cleo'].map((reader) => page(reader, items))).toEqual(
      ['ann', 'bob', 'cleo'].map((reader) => wanted(reader, items)),
    )
    expect(written).toBe(1)
  })

  test('is written anew when what it is made of is another object', () => {
    expect(page('ann', ['1.10'])).toBe(wanted('ann', ['1.10']))
    expect(page('bob', ['1.11'])).toBe(wanted('bob', ['1.11']))
    expect(written).toBe(2)
  })

  test.each([
    ['another language', { language: 'fr' as const }],
    ['another brand', { tenant: brand('meridian') }],
    ['a brand whose file was read anew', { tenant: brand('aurora') }],
    ['pages of another sheet, which may not have its rules', { pages: 'root other' }],
  ])('is written anew for %s', (_, other) => {
    const items = ['EUR/USD']
    page('ann', items)
    expect(page('bob', items, other)).toBe(wanted('bob', items))
    expect(written).toBe(2)
  })

  test('is not kept when it carries the nonce of its page', () => {
    const items = ['the-nonce']
    page('ann', items, { nonce: 'the-nonce' })
    expect(page('bob', items)).toBe(wanted('bob', items))
    expect(written).toBe(2)
  })

  test('is itself where nothing is shared', () => {
    const html = renderToString(
      <SharedPart name="list" of={[]}>
        <List items={['a']} />
      </SharedPart>,
    )
    expect(html).toBe('<ul><li>a</li></ul>')
  })

  test('a mark that somebody forges is a text', () => {
    const forged = '<template data-shared-part="nonce+of/bob==.0"></template>'
    page('ann', [forged])
    expect(page('bob', [forged])).toContain('&lt;template data-shared-part=&quot;nonce+of/bob==.0&quot;&gt;')
  })
})

test('what is one reader’s cannot be asked for in a part for all', () => {
  const forAll = hiding<{ name: string; balance: string }>(['balance'])
  const seen = forAll({ name: 'Aurora', balance: '12.00' })
  expect(seen.name).toBe('Aurora')
  expect(() => seen.balance).toThrow('"balance" is one reader\'s')
})

test('the rules of a kind of page are worked out once and carry each page’s own nonce', () => {
  const styles = stylesOf(`styles ${kinds}`)
  styles.sheet.instance.insertRules('sc-a', 'abc', ['.abc{color:red}'])
  expect(styleTags(styles, 'one')).toMatch(/^<style nonce="one".*\.abc\{color:red\}/)
  expect(styleTags(styles, 'two')).toMatch(/^<style nonce="two"/)
  styles.sheet.instance.insertRules('sc-a', 'abd', ['.abd{color:blue}'])
  expect(styleTags(styles, 'three')).toMatch(/\.abc\{color:red\}[\s\S]*\.abd\{color:blue\}/)
})
