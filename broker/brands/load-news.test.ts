import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TENANTS_DIR, testTenants } from '../../tests/fixtures/test-tenants'
import { loadNews, sanitizeArticle } from './load-news'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'news-'))
  mkdirSync(path.join(dir, 'aurora'))
})
afterEach(() => rmSync(dir, { recursive: true }))
const write = (content: unknown) =>
  writeFileSync(path.join(dir, 'aurora', 'news.json'), typeof content === 'string' ? content : JSON.stringify(content))
const article = (id: string, createdAt: string) => ({ id, createdAt, title: { en: id }, desc: { en: 'd' }, content: { en: '<p>c</p>' } })

test('a broker without a file has no news', () => {
  expect(loadNews(dir, 'aurora')).toEqual({ articles: [], problems: [] })
})

test('articles come newest first', () => {
  write([article('old', '2026-01-01T00:00:00Z'), article('new', '2026-02-01T00:00:00Z')])
  expect(loadNews(dir, 'aurora').articles.map(({ id }) => id)).toEqual(['new', 'old'])
})

test.each([
  ['text that is not JSON', '{'],
  ['an unknown field', [{ ...article('a', '2026-01-01T00:00:00Z'), author: 'x' }]],
  ['a title and a content in no language together', [{ ...article('a', '2026-01-01T00:00:00Z'), title: { hk: '中文' } }]],
  ['a picture elsewhere', [{ ...article('a', '2026-01-01T00:00:00Z'), logo: 'https://evil.example/x.png' }]],
  ['a day without a time', [article('a', '2026-01-01')]],
])('%s is told and nothing is shown', (_what, content) => {
  write(content)
  const { articles, problems } = loadNews(dir, 'aurora')
  expect(articles).toEqual([])
  expect(problems[0]?.file).toContain('news.json')
})

test('the articles of the brands load, in the languages of their sites', () => {
  for (const { id, languages } of testTenants()) {
    const { articles, problems } = loadNews(TENANTS_DIR, id)
    expect([id, problems, articles.length]).toEqual([id, [], 3])
    for (const { title, desc, content } of articles) {
      for (const texts of [title, desc, content]) expect(Object.keys(texts).sort()).toEqual([...languages].sort())
    }
  }
})

describe('markup', () => {
  test.each([
    ['<script>alert(1)</script>', ''],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<p style="position:fixed" class="modal" id="login">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ['<a href="//evil.example">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a rel="noopener noreferrer nofollow" target="_blank">a</a>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<iframe src="https://evil.example"></iframe>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<form action="/login"><input name="password"></form>', ''],
    ['<math><mi xlink:href="javascript:x">a</mi></math>', 'a'],
    ['<<script>script>alert(1)</script>', '&lt;'],
    ['<p>5 < 6 & 7</p>', '<p>5 &lt; 6 &amp; 7</p>'],
  ])('%s', (hostile, clean) => {
    expect(sanitizeArticle(hostile)).toBe(clean)
    expect(sanitizeArticle(clean)).toBe(clean)
  })
})
