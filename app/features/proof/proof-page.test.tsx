import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { FRAUD_COUNTS } from '../../../contract/frauds'
import { serverI18n } from '../../language/i18n.server'
import type { Language } from '../../language/language'
import { ProofPage } from './proof-page'

afterEach(cleanup)

const ROOT = { tenant: { id: 'aurora' }, language: 'en', dir: 'ltr', trader: null }

async function show(language: Language = 'en') {
  const i18n = await serverI18n(language)
  const Component = () => (
    <I18nextProvider i18n={i18n}>
      <ProofPage />
    </I18nextProvider>
  )
  const Stub = createRemixStub([{ id: 'root', path: '/', Component }])
  render(<Stub hydrationData={{ loaderData: { root: ROOT } }} />)
  await screen.findByRole('img')
  return userEvent.setup()
}

/** Of the lead, the points and the limits. */
function wordsOf(): number {
  const points = screen.getByRole('heading', { name: 'Receipts' }).closest('ol')?.parentElement
  const limits = screen.getByText(/honest tomorrow/).closest('ul')?.parentElement
  const parts = [points, limits].flatMap((part) => [...(part?.querySelectorAll('h2, h3, p, ul > li') ?? [])])
  return parts.flatMap(({ textContent }) => textContent?.split(/\s+/u) ?? []).filter((word) => word !== '').length
}

describe('what is proven', () => {
  test('is said in four numbered points and three limits, in at most 200 words', async () => {
    await show()
    const [points] = screen.getAllByRole('list')
    expect(
      within(points as HTMLElement)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['Receipts', 'One history', 'Fills by the rules', 'Your money is counted'])
    expect(screen.getByText(/honest tomorrow/).closest('ul')?.children).toHaveLength(3)
    expect(wordsOf()).toBeLessThanOrEqual(200)
    expect(wordsOf()).toBeGreaterThan(100)
  })

  test('is drawn in one picture that tells itself in three sentences', async () => {
    await show()
    const name = screen.getByRole('img').getAttribute('aria-label') ?? ''
    expect(name.split(/\.\s|\.$/u).filter((sentence) => sentence !== '')).toHaveLength(3)
  })

  test('names five frauds that were planted, each with the page that shows it, and how many there are', async () => {
    await show()
    expect(screen.getByText(`Planted frauds: ${FRAUD_COUNTS.planted}, caught: ${FRAUD_COUNTS.caught}`)).toBeTruthy()
    const rows = within(screen.getByText('Hide a late withdrawal').closest('ul') as HTMLElement).getAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '/verify',
      '/verify',
      '/verify',
      '/mine/solvency',
      '/execution',
    ])
  })
})

describe('a receipt that is broken', () => {
  const verdict = () => screen.getAllByRole('status').find(({ textContent }) => /enuine/.test(textContent ?? ''))
  const hashes = () => screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)

  test('is broken from the start, by one thing', async () => {
    await show()
    expect(screen.getByRole('radio', { name: 'Price + 1 pip' })).toBeChecked()
    expect(screen.getByRole('textbox', { name: 'Fill price' })).toHaveValue('1.16350')
    expect(screen.getByRole('textbox', { name: 'Fill price' })).toHaveAttribute('data-changed')
    expect(screen.getByRole('textbox', { name: 'Lots' })).not.toHaveAttribute('data-changed')
    expect(verdict()).toHaveTextContent('Not genuine. One thing differs')
    const [signed, own] = hashes()
    expect(own).not.toBe(signed)
  })

  test('is genuine again as it was issued, by the arrows', async () => {
    const user = await show()
    screen.getByRole('radio', { name: 'Price + 1 pip' }).focus()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('radio', { name: 'As issued' })).toBeChecked()
    expect(verdict()).toHaveTextContent('Genuine. The two hashes are the same')
    const [signed, own] = hashes()
    expect(own).toBe(signed)
  })

  test('takes what is typed in place of each fact, and is genuine once that is what was signed', async () => {
    const user = await show()
    const price = screen.getByRole('textbox', { name: 'Fill price' })
    await user.clear(price)
    await user.type(price, '1.1634')
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    expect(verdict()).toHaveTextContent('Not genuine.')
    await user.type(price, '0')
    expect(screen.getByRole('radio', { name: 'As issued' })).toBeChecked()
    expect(verdict()).toHaveTextContent('Genuine.')
    const lots = screen.getByRole('textbox', { name: 'Lots' })
    const time = screen.getByRole('textbox', { name: 'Time, UTC' })
    await user.clear(lots)
    await user.clear(time)
    expect(lots).toHaveAttribute('data-changed')
    expect(time).toHaveAttribute('data-changed')
    expect(verdict()).toHaveTextContent('Not genuine. This text was not signed as it stands.')
  })

  test('is broken in Arabic as well', async () => {
    const user = await show('ar')
    await user.click(screen.getAllByRole('radio')[0] as HTMLElement)
    expect(screen.getAllByRole('textbox')[1]).toHaveValue('1.16340')
    expect(screen.getAllByRole('textbox')[1]).not.toHaveAttribute('data-changed')
  })
})
