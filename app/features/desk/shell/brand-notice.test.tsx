import { cleanup, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { serverI18n } from '../../../language/i18n.server'
import { BrandNotice } from './brand-notice'

afterEach(cleanup)

async function show(problems: Parameters<typeof BrandNotice>[0]['problems']): Promise<void> {
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <BrandNotice problems={problems} />
    </I18nextProvider>,
  )
}

test('says that an edit is not live, with file, place and reason of each problem', async () => {
  await show([
    { file: 'tenants/aurora/tenant.json', path: 'email', reason: 'Invalid email address' },
    { file: 'tenants/aurora/logo.svg', path: '', reason: 'the picture is missing' },
  ])
  const notice = screen.getByRole('status')
  expect(notice.textContent).toContain('is not live')
  expect(
    within(notice)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['tenants/aurora/tenant.json, email: Invalid email address', 'tenants/aurora/logo.svg: the picture is missing'])
})

test('is not there while the site is as its files say', async () => {
  await show([])
  expect(screen.queryByRole('status')).toBeNull()
})
