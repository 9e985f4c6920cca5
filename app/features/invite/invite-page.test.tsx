import { createRemixStub } from '@remix-run/testing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import type { Language } from '../../language/language'
import { ToastProvider } from '../../ui'
import { drawQrCode } from '../../ui/qr-code.server'
import { InvitePage } from './invite-page'

const LINK = 'https://saffron.example/register?invite_code=K7M2QX'

async function show(joined: number, language: Language = 'en') {
  const data = { title: 'Invite', code: 'K7M2QX', joined, link: LINK, qr: drawQrCode(LINK) }
  const Stub = createRemixStub([{ path: '/', Component: () => <InvitePage data={data} /> }])
  render(
    <I18nextProvider i18n={await serverI18n(language)}>
      <ToastProvider label="messages" dismissLabel="dismiss">
        <Stub />
      </ToastProvider>
    </I18nextProvider>,
  )
}

test.each([
  [0, 'en', 'Nobody has joined with your code yet.'],
  [1, 'en', '1 person has joined with your code.'],
  [2, 'en', '2 people have joined with your code.'],
  [0, 'hk', '暫時未有人使用你的邀請碼加入。'],
  [1, 'hk', '已有 1 人使用你的邀請碼加入。'],
  [1, 'ar', 'انضم شخص واحد برمزك.'],
  [2, 'ar', 'انضم شخصان برمزك.'],
  [3, 'ar', 'انضم 3 أشخاص برمزك.'],
  [11, 'ar', 'انضم 11 شخصًا برمزك.'],
  [100, 'ar', 'انضم 100 شخص برمزك.'],
] as const)('%i who joined are counted in %s: %s', async (joined, language, text) => {
  await show(joined, language)
  expect(screen.getByText(text)).toBeInTheDocument()
})

test('the link is shown without its scheme, copied whole, and told', async () => {
  const person = userEvent.setup()
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await show(0)
  expect(screen.getByText('K7M2QX', { selector: 'strong' })).toBeInTheDocument()
  expect(screen.getByText((_, node) => node?.tagName === 'CODE')).toHaveTextContent('saffron.example/register?invite_code=K7M2QX')
  expect(screen.getByRole('img', { name: 'QR code of your invite link' })).toHaveAttribute('width', '160')
  await person.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(written).toHaveBeenCalledWith(LINK)
  expect(await screen.findByText('Link copied')).toBeInTheDocument()
})

test('the drawing is the code that the library makes: every dark module once', () => {
  const { size, path } = drawQrCode(LINK)
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  expect(runs.map(([run]) => run).join('')).toBe(path)
  const dark = runs.reduce((sum, [, , , width]) => sum + Number(width), 0)
  expect(size).toBeGreaterThanOrEqual(25)
  expect(dark / (size * size)).toBeGreaterThan(0.35)
  // The three finders: seven dark modules in the first row at both ends.
  expect(path.startsWith('M0 0h7v1h-7z')).toBe(true)
  expect(path).toContain(`M${size - 7} 0h7v1h-7z`)
})
