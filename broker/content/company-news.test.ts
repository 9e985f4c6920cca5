import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCompanyNews } from './company-news'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-news-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(company: string, ...titles: readonly string[]): void {
  mkdirSync(path.join(folder, company), { recursive: true })
  const articles = titles.map((title, index) => ({
    ...{ id: String(index + 1), createdAt: '2026-11-01T00:00:00Z', title: { en: title }, desc: { en: title }, content: { en: title } },
  }))
  writeFileSync(path.join(folder, company, 'news.json'), JSON.stringify(articles))
}

test('companies that begin with the same articles have each their own from the first edit on', () => {
  for (const company of ['one', 'two']) write(company, 'Welcome')
  write('three', 'Another')
  const problems: unknown[] = []
  const logger = { debug() {}, info() {}, warn: (fields: unknown) => problems.push(fields), error() {} }
  const news = openCompanyNews(folder, [{ id: 'one' }, { id: 'two' }, { id: 'three' }, { id: 'four' }], logger)
  const titles = (company: string) => news.articlesOf(company).map(({ title }) => title.en)
  expect(['one', 'two', 'three', 'four'].map(titles)).toEqual([['Welcome'], ['Welcome'], ['Another'], []])
  write('two', 'Welcome', 'News')
  news.reload(['one', 'two'])
  expect([titles('one'), titles('two').sort()]).toEqual([['Welcome'], ['News', 'Welcome']])
  // What cannot be read leaves what was there.
  writeFileSync(path.join(folder, 'one', 'news.json'), '[{')
  news.reload(['one'])
  expect(titles('one')).toEqual(['Welcome'])
  expect(problems).toHaveLength(1)
})
