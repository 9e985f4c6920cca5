import { createRemixStub } from '@remix-run/testing'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test, vi } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import { ToastProvider } from '../../ui'
import { AccountList, LockedList } from './account-lists'
import { CompanyEmail } from './company-email'
import { DemoNote } from './demo-note'

async function show(content: ReactNode, site: object = {}) {
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ language: 'en', ...site }),
      children: [{ index: true, Component: () => <main>{content}</main> }],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <ToastProvider label="messages" dismissLabel="dismiss">
        <Stub />
      </ToastProvider>
    </I18nextProvider>,
  )
  await screen.findByRole('main')
  return userEvent.setup()
}

describe('the user centre', () => {
  test.each([
    [true, 'On'],
    [false, 'Off'],
  ])('leads to sessions and two-step sign-in, whose state it tells (%s: %s)', async (isTwoStepOn, state) => {
    await show(<AccountList reviewStatus={2} isTwoStepOn={isTwoStepOn} />)
    expect(screen.getByRole('link', { name: 'Sessions' })).toHaveAttribute('href', '/mine/sessions')
    expect(screen.getByRole('link', { name: new RegExp(`^Two-factor authentication\\s*${state}$`) })).toHaveAttribute(
      'href',
      '/mine/two-step',
    )
    expect(screen.getByRole('link', { name: /^Verification\s*Verified$/ })).toBeInTheDocument()
  })

  test.each([
    'Verification',
    'Wallet',
    'Deposit',
    'Withdraw',
    'Invite',
    'Change password',
    'Two-factor authentication',
  ])('of a demo account keeps %s locked, and a tap says why', async (name) => {
    const person = await show(<LockedList />)
    expect(screen.queryByRole('link', { name })).toBeNull()
    await person.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))
    expect(within(screen.getByRole('region', { name: 'messages' })).getByText('This needs a real account.')).toBeInTheDocument()
  })

  test('of a demo account shows its own sessions', async () => {
    await show(<LockedList />)
    expect(screen.getByRole('link', { name: 'Sessions' })).toHaveAttribute('href', '/mine/sessions')
  })

  test('has two ways out of the demo', async () => {
    await show(<DemoNote />)
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    expect(screen.getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/login')
  })
})

describe('the email of the company', () => {
  test('is shown, can be written to, and is copied with a message', async () => {
    const person = await show(<CompanyEmail complaintEmail={null} />, { tenant: { email: 'support@aurora.example' } })
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    expect(screen.getByRole('link', { name: 'support@aurora.example' })).toHaveAttribute('href', 'mailto:support@aurora.example')
    expect(screen.getByText('Emails from any other address are not from us.')).toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Copy' }))
    expect(written).toHaveBeenCalledWith('support@aurora.example')
    expect(await screen.findByText('Address copied')).toBeInTheDocument()
  })

  test('is the one of the complaint host where that names one', async () => {
    await show(<CompanyEmail complaintEmail="complaints@aurora.example" />, { tenant: { email: 'support@aurora.example' } })
    expect(screen.getByRole('link', { name: 'complaints@aurora.example' })).toBeInTheDocument()
    expect(screen.queryByText('support@aurora.example')).toBeNull()
  })

  test('is missed in words when the company has none', async () => {
    await show(<CompanyEmail complaintEmail={null} />, { tenant: { email: '' } })
    expect(screen.getByRole('heading', { name: 'No email is set for this company' })).toBeInTheDocument()
  })
})
