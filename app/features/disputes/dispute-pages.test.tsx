import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import type { ShownChallenge } from '../../terms/challenge'
import { ToastProvider } from '../../ui'
import { AT, ANSWER as answer, FILL as fill, ITEM as item } from './challenge-examples'
import { ChallengeForm } from './challenge-form'
import { ChallengesPage } from './challenges-page'
import type { ChallengeAnswer, ChallengeFormData, ChallengesData } from './dispute-data'

const corrected: ShownChallenge = {
  ...item,
  state: 'corrected',
  decision: {
    ...{ outcome: 'corrected', at: AT, reason: 'A tick was missing.', credited: '1250.5', receipt: 'c'.repeat(64) },
    ...{ document: '{}', hash: 'b'.repeat(64), entry: { index: 4_089_215, salt: 'd'.repeat(64) } },
  },
}

afterEach(cleanup)

/** The page in a document whose scripts are at work already, as the site leads to it. */
async function show(page: React.ReactNode) {
  const i18n = await serverI18n('en')
  const sent: Record<string, string>[] = []
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ tenant: { id: 'aurora' }, language: 'en', dir: 'ltr', trader: { id: '7' } }),
      children: [
        {
          path: 'page',
          Component: () => (
            <I18nextProvider i18n={i18n}>
              <ToastProvider label="Messages" dismissLabel="Close">
                {page}
              </ToastProvider>
            </I18nextProvider>
          ),
          async action({ request }) {
            sent.push(Object.fromEntries(await request.formData()) as Record<string, string>)
            return null
          },
        },
      ],
    },
  ])
  render(<Stub initialEntries={['/page']} />)
  return { sent, user: userEvent.setup(), i18n }
}

const formData: ChallengeFormData = {
  title: 'x',
  formKey: 'first-key',
  preview: { fill, answer, until: AT + 90 * 86_400_000, isOver: false, answerHours: 24, challenge: '' },
}
const form = (changes: Partial<ChallengeFormData['preview']> = {}, told: ChallengeAnswer | null = null) => (
  <ChallengeForm data={{ ...formData, preview: { ...formData.preview, ...changes } }} answer={told} />
)

describe('the form that challenges a fill', () => {
  test('is a dialog where the site led here, says the fill and the answer of the rules, and is sent by keys alone', async () => {
    const { sent, user } = await show(form())
    const dialog = within(await screen.findByRole('dialog', { name: 'Challenge this fill' }))
    expect(dialog.getByText('Same price').closest('div')).toHaveTextContent('The rules give 4,012.46')
    expect(dialog.getByText(/A person decides within 24/)).toBeTruthy()
    expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'The price was never there Bid or ask did not reach it',
      'The price is worse than the rules allow Slippage, gap or mark-up',
      'It should not have been filled Cancelled, closed market or wrong size',
    ])
    dialog.getByRole('radio', { name: /never there/ }).focus()
    await user.keyboard(' {ArrowDown}')
    expect(dialog.getByRole('radio', { name: /worse than the rules/ })).toBeChecked()
    await user.tab()
    await user.keyboard('No such low.')
    await user.tab()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent).toEqual([{ form_key: 'first-key', reason: 'worse', words: 'No such low.' }]))
  })

  test('keeps what was typed when the dialog is closed, and opens again with it', async () => {
    const { user } = await show(form())
    const words = await screen.findByRole('textbox', { name: /In your words/ })
    await user.type(words, 'Half a sentence')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Challenge this fill' }))
    expect(await screen.findByRole('textbox', { name: /In your words/ })).toHaveValue('Half a sentence')
  })

  test('says what is missing at the place where it is missing', async () => {
    const told: ChallengeAnswer = { reason: null, words: 'x', problems: { reason: 'Choose what is wrong' }, message: '', formKey: 'again' }
    await show(form({}, told))
    const group = await screen.findByRole('group', { name: 'What is wrong?' })
    expect(group).toHaveAccessibleDescription('Choose what is wrong')
    expect(screen.getByRole('textbox', { name: /In your words/ })).toHaveValue('x')
  })

  test('leads to the case where there is one, and says until when one could be opened', async () => {
    await show(form({ challenge: '417' }))
    expect(await screen.findByRole('link', { name: 'Challenge 417' })).toHaveAttribute('href', '/mine/challenges?id=417')
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
    await show(form({ isOver: true }))
    expect((await screen.findByText(/could be challenged until/)).textContent).toContain('UTC')
    expect(screen.queryByRole('radio')).toBeNull()
  })
})

const pageData = (changes: Partial<ChallengesData> = {}): ChallengesData => ({
  ...{ title: 'x', formKey: 'k', lines: [], page: 1, older: null, item: null, ombudsman: null, now: AT },
  ...changes,
})
const cases = (changes: Partial<ChallengesData> = {}) => <ChallengesPage data={pageData(changes)} answer={null} />

const stageText = (item: HTMLElement) => [item.dataset.stage, item.querySelector('b')?.textContent]
const stages = async () => within(await screen.findByRole('list', { name: 'Steps of the case' })).getAllByRole('listitem')
const step = (name: ShownChallenge['steps'][number]['step'], words = '', by: 'trader' | 'company' = 'company') => ({
  step: name,
  by,
  at: AT,
  words,
})

describe('the stages of a case', () => {
  test('say how long an answer is overdue', async () => {
    await show(cases({ item: { ...item, isLate: true, dueAt: AT - 3 * 3_600_000 } }))
    const current = (await stages())[2]
    expect(current).toHaveAttribute('aria-current', 'step')
    expect(current).toHaveTextContent('Overdue by: 3 hr')
  })

  test('wait for the trader where they are asked, and what was said stands under them', async () => {
    await show(
      cases({
        item: {
          ...item,
          state: 'asked',
          steps: [...item.steps, step('added', 'One thing more.', 'trader'), step('asked', 'Which chart?')],
        },
      }),
    )
    expect((await stages()).map(stageText).slice(2)).toEqual([
      ['current', 'We asked you something'],
      ['next', 'Decision in the log'],
    ])
    expect(screen.getByText('One thing more.').closest('li')).toHaveTextContent('You added')
    expect(screen.getByText('Which chart?').closest('li')).toHaveTextContent('We asked')
  })

  test('end where the trader takes the challenge back', async () => {
    await show(cases({ item: { ...item, state: 'withdrawn', steps: [...item.steps, step('withdrawn', '', 'trader')] } }))
    expect((await stages()).map(stageText).at(-1)).toEqual(['done', 'Taken back'])
    expect((await stages()).some((stage) => stage.hasAttribute('aria-current'))).toBe(false)
  })

  test('end with the entry of the log, and wait for it where it is not there yet', async () => {
    const decided = { ...corrected, steps: [...item.steps, step('approved_once'), step('corrected', 'A tick was missing.')] }
    await show(cases({ item: decided }))
    expect((await stages()).map(stageText).slice(2)).toEqual([
      ['done', 'Two people agreed'],
      ['done', 'Decision in the log'],
    ])
    expect((await stages())[3]).toHaveTextContent('In the public log, entry 4089215')
    cleanup()
    const decision = corrected.decision === null ? null : { ...corrected.decision, outcome: 'stands' as const, entry: null, credited: '' }
    await show(cases({ item: { ...decided, state: 'stands', decision } }))
    expect((await stages()).map(stageText).slice(2)).toEqual([
      ['done', 'A person decided'],
      ['current', 'Decision in the log'],
    ])
  })
})

describe('the ticks around a fill', () => {
  const chosen = () =>
    screen.getAllByRole('row').flatMap((row) => (row.hasAttribute('aria-current') ? [within(row).getByRole('rowheader').textContent] : []))

  test('are gone along by the arrows, which choose the row, from the one that was traded', async () => {
    const { user } = await show(cases({ item }))
    const slider = await screen.findByRole('slider', { name: 'Ticks around the fill' })
    expect(chosen()).toEqual([expect.stringMatching(/^2/)])
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('Bid 4,012.46'))
    slider.focus()
    await user.keyboard('{ArrowRight}')
    expect(chosen()).toEqual(['3'])
    expect(slider).toHaveAttribute('aria-valuenow', '3')
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('Bid 4,012.57'))
    await user.keyboard('{ArrowRight}')
    expect(chosen()).toEqual(['3'])
    await user.keyboard('{Home}')
    expect(chosen()).toEqual(['1'])
    await user.keyboard('{End}{ArrowLeft}')
    expect(chosen()).toEqual([expect.stringMatching(/^2/)])
  })

  test('say in the name of a row what its mark says, and leave out the chart where none counts', async () => {
    const late = item.ticks.map((tick) => ({ ...tick, verdict: 'late' as const }))
    await show(cases({ item: { ...item, ticks: late } }))
    expect((await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)).toEqual(['1 late', '2 traded late', '3 late'])
    expect(screen.queryByRole('slider')).toBeNull()
  })
})

describe('the answer of the rules', () => {
  test.each([
    ['equals', 'the same price, however it is written', { expected: '4012.460' }],
    ['is not', 'another price', { verdict: 'different', expected: '4012.73', credit: '54' }],
    ['is not', 'no price where one was filled', { verdict: 'different', expected: '' }],
  ] as const)('says "%s" of %s', async (name, _what, changes) => {
    await show(cases({ item: { ...item, answer: { ...answer, ...changes } } }))
    expect(await screen.findByRole('img', { name })).toBeTruthy()
  })

  test('compares nothing where it cannot be decided', async () => {
    await show(cases({ item: { ...item, answer: { ...answer, verdict: 'unknown', expected: '' } } }))
    await screen.findByText('Cannot be decided')
    expect(screen.queryByRole('img', { name: /^(equals|is not)$/ })).toBeNull()
  })
})

describe('a trader’s challenges', () => {
  test('are a list with their state, or nothing with the way to the first', async () => {
    await show(cases())
    expect(await screen.findByText('No challenges yet')).toBeTruthy()
    cleanup()
    const { words: _, fill: __, answer: ___, ticks: ____, steps: _____, decision: ______, ...line } = item
    await show(cases({ lines: [line, { ...line, id: '418', isLate: true }] }))
    const list = within(await screen.findByRole('list', { name: 'Challenges' }))
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/mine/challenges?id=417',
      '/mine/challenges?id=418',
    ])
    expect(list.getByText('Under review')).toBeTruthy()
    expect(list.getByText('Overdue')).toBeTruthy()
  })

  test('say of one who decides by when, what the rules compared, and the ticks in a drawing with its facts', async () => {
    await show(cases({ item }))
    const steps = within(await screen.findByRole('list', { name: 'Steps of the case' }))
    expect(steps.getAllByRole('listitem').map(stageText)).toEqual([
      ['done', 'Opened'],
      ['done', 'The rules answered'],
      ['current', 'A person decides'],
      ['next', 'Decision in the log'],
    ])
    expect(steps.getByText('A person decides').closest('li')).toHaveAttribute('aria-current', 'step')
    expect(steps.getByText('Time left: 1 day')).toBeTruthy()
    expect(screen.getByText('Late answers are counted in public.').closest('a')).toHaveAttribute('href', '/execution')
    expect(screen.getByRole('img', { name: 'Bid: first 4,012.62, lowest 4,012.46, last 4,012.57. Stop loss 4,012.50' })).toBeTruthy()
    expect(screen.getAllByText('4,012.46 / 4,012.86')).toHaveLength(2)
    expect(screen.getByText('Another chart never went there.')).toBeTruthy()
  })

  test('take more words and are taken back while nobody has decided', async () => {
    const { sent, user } = await show(cases({ item }))
    await user.type(await screen.findByRole('textbox', { name: /In your words/ }), 'And one thing more.')
    await user.click(screen.getByRole('button', { name: 'Add to your challenge' }))
    await waitFor(() => expect(sent).toEqual([{ id: '417', form_key: 'k', words: 'And one thing more.', intent: 'add' }]))
  })

  test('show what was decided, what was credited, the entry of the log, and the way to the ombudsman that the company names', async () => {
    const ombudsman = { name: 'Financial Ombudsman', url: 'https://ombudsman.example/' }
    await show(cases({ item: corrected, ombudsman }))
    const verdict = within(await screen.findByRole('status', { name: 'We corrected the fill' }))
    expect(verdict.getByText('A tick was missing.')).toBeTruthy()
    expect(verdict.getByText('Credited: 1,250.5 USDT')).toBeTruthy()
    expect(verdict.getByText(/Two people agreed/)).toHaveTextContent('20 Nov 2026, 14:02 UTC')
    expect(verdict.getByText(/Hash of the receipt/)).toHaveTextContent('cccccccc…cccccccc')
    expect(verdict.getByText(/4089215|4,089,215/)).toBeTruthy()
    expect(verdict.getByRole('link', { name: 'Take this decision to Financial Ombudsman' })).toHaveAttribute('href', ombudsman.url)
    const saved = verdict.getByRole('link', { name: 'Download decision and evidence' }).getAttribute('href') ?? ''
    expect(JSON.parse(decodeURIComponent(saved.slice(saved.indexOf(',') + 1)))).toMatchObject({ hash: 'b'.repeat(64), ticks: item.ticks })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('name no ombudsman where the company names none', async () => {
    await show(cases({ item: corrected }))
    await screen.findByRole('status', { name: 'We corrected the fill' })
    expect(screen.queryByRole('link', { name: /Take this decision/ })).toBeNull()
  })
})
