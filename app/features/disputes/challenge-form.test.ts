import { createRemixStub } from '@remix-run/testing'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import { ToastProvider } from '../../ui'
import { ANSWER, AT, FILL } from './challenge-examples'
import { ChallengeForm } from './challenge-form'

test('without scripts the form stands in the page that the server writes, and nothing lies over it', async () => {
  const i18n = await serverI18n('en')
  const preview = { fill: FILL, answer: ANSWER, until: AT, isOver: false, answerHours: 24, challenge: '' }
  const form = createElement(ChallengeForm, { data: { title: '', formKey: 'key', preview }, answer: null })
  const Component = () => createElement(I18nextProvider, { i18n }, createElement(ToastProvider, null, form))
  const Stub = createRemixStub([{ id: 'root', path: '/', Component }])
  const root = { tenant: { id: 'aurora' }, language: 'en', dir: 'ltr', trader: null }
  const html = renderToString(createElement(Stub, { hydrationData: { loaderData: { root } } }))
  expect(html).toMatch(/<form[^>]*method="post"/)
  expect(html.match(/<input type="radio"[^>]*name="reason"/g)).toHaveLength(3)
  expect(html).toContain('name="form_key" value="key"')
  expect(html).not.toContain('role="dialog"')
})
