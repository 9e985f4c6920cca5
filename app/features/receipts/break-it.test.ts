import { createRemixStub } from '@remix-run/testing'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import { BreakIt } from './break-it'

test('without scripts the receipt stands in the page four times, for the styles to choose from, and nothing asks to be typed', async () => {
  const i18n = await serverI18n('en')
  const Component = () => createElement(I18nextProvider, { i18n }, createElement(BreakIt))
  const Stub = createRemixStub([{ id: 'root', path: '/', Component }])
  const root = { tenant: { id: 'aurora' }, language: 'en', dir: 'ltr', trader: null }
  const html = renderToString(createElement(Stub, { hydrationData: { loaderData: { root } } }))
  expect(html.match(/<input[^>]*>/g)).toEqual(Array.from({ length: 4 }, () => expect.stringContaining('type="radio"')))
  expect(html).toMatch(/<input[^>]*checked=""[^>]*value="price"|<input[^>]*value="price"[^>]*checked=""/)
  const changed = [...html.matchAll(/data-of="(\w+)" data-changed=""[^>]*><bdi[^>]*>([^<]+)</g)].map(([, id, text]) => [id, text])
  expect(changed).toEqual([
    ['lots', '0.10'],
    ['price', '1.16350'],
    ['time', '2026-11-20 11:02:46.318'],
  ])
  const verdicts = [...html.matchAll(/data-of="(\w+)"><div[^>]*>(?:(?!<b>).)*<b>([^<]+)/g)].map(([, id, text]) => [id, text])
  expect(verdicts).toEqual([
    ['issued', 'Genuine'],
    ['price', 'Not genuine'],
    ['time', 'Not genuine'],
    ['lots', 'Not genuine'],
  ])
})
