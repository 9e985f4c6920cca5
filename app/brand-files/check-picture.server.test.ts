import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { TENANTS_DIR } from '../../tests/fixtures/test-tenants'
import { pngProblem, svgProblem } from './check-picture.server'

const svg = (inner: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"${attributes}>${inner}</svg>`

describe('an SVG of a brand', () => {
  const pictures = readdirSync(TENANTS_DIR).flatMap((id) =>
    id.includes('.') ? [] : ['logo.svg', 'icon.svg'].map((name) => `${id}/${name}`),
  )
  test.each(pictures)('%s is one', (name) => expect(svgProblem(readFileSync(path.join(TENANTS_DIR, name), 'utf8'))).toBeNull())

  test('may be drawn with gradients, clips and masks of its own', () => {
    const picture = svg(
      '<title>Nova &amp; Co</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>' +
        '<g clip-path="url(#c)"><path d="M0 0h9" fill="url(#g)"/></g>',
    )
    expect(svgProblem(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${picture}\n`)).toBeNull()
  })

  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'the element <script>'],
    ['a handler', svg('<path d="M0 0" onclick="x()"/>'), 'the attribute onclick'],
    ['a handler of the root', svg('', ' onload="x()"'), 'the attribute onload'],
    ['HTML inside', svg('<foreignObject/>'), 'the element <foreignObject>'],
    ['a picture from elsewhere', svg('<image href="https://evil.example/x.png"/>'), 'the element <image>'],
    ['a copy of another file', svg('<use href="//evil.example/x.svg#a"/>'), 'the element <use>'],
    ['a link', svg('<a href="javascript:x()"/>'), 'the element <a>'],
    ['a style sheet', svg('<style>@import "x"</style>'), 'the element <style>'],
    ['a style', svg('<path d="M0 0" style="fill:red"/>'), 'the attribute style'],
    ['paint from elsewhere', svg('<path d="M0 0" fill="url(https://evil.example/#g)"/>'), 'outside the picture'],
    ['paint from elsewhere after paint of its own', svg('<path d="M0 0" fill="url(#g) url(//evil.example)"/>'), 'outside the picture'],
    ['an animation', svg('<animate attributeName="d" to="M0 0"/>'), 'the element <animate>'],
    ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<title>&a;</title>')}`, 'DOCTYPE'],
    ['an entity', svg('<title>&a;</title>'), 'not well-formed'],
    ['an instruction', `<?xml-stylesheet href="x.css"?>${svg('')}`, 'processing instruction'],
    ['CDATA', svg('<title><![CDATA[<script>]]></title>'), 'CDATA'],
    ['a tag left open', svg('<g>'), 'not well-formed'],
    ['something behind it', `${svg('')}<script>alert(1)</script>`, 'not well-formed'],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>', 'needs xmlns'],
    ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'needs a viewBox'],
    ['HTML', '<html><body/></html>', 'begins with <html>'],
    ['nothing', '', 'is not an SVG picture'],
    ['too much', svg('<path d="M0 0"/>'.repeat(2_001)), 'more in it than a sign needs'],
    ['too deep', svg('<g>'.repeat(40) + '</g>'.repeat(40)), 'more in it than a sign needs'],
  ])('%s is refused', (_what, text, reason) => expect(svgProblem(text)?.reason).toContain(reason))
})

describe('a PNG of a brand', () => {
  const png = (width: number, height: number, channels: 3 | 4) =>
    sharp({ create: { width, height, channels, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } })
      .png()
      .toBuffer()

  test('is taken with transparency, and as an icon without', async () => {
    expect(pngProblem(await png(64, 64, 4), { isMask: true })).toBeNull()
    expect(pngProblem(await png(64, 64, 3), { isMask: false })).toBeNull()
  })

  test('a logo without transparency would be a block of colour', async () => {
    expect(pngProblem(await png(64, 64, 3), { isMask: true })?.reason).toContain('no transparency')
  })

  test.each([
    [47, 64],
    [2_049, 64],
  ])('%i × %i pixels are refused', async (width, height) =>
    expect(pngProblem(await png(width, height, 4), { isMask: true })?.reason).toBe(`has ${width} × ${height} pixels`))

  test('whatever stands behind the picture, cuts it off or only begins like one is refused', async () => {
    const picture = await png(64, 64, 4)
    const reason = (bytes: Buffer) => pngProblem(bytes, { isMask: true })?.reason
    expect(reason(Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]))).toBe('has something behind the picture')
    expect(reason(picture.subarray(0, picture.length - 6))).toBe('ends in the middle of the picture')
    expect(reason(Buffer.from('<svg/>'))).toBe('is not a PNG picture')
    expect(reason(picture.subarray(0, 12))).toBe('has no PNG header')
  })
})
