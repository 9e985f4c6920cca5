/** Reconciliation: one person resolves a small difference by keys, a large one needs a second, who agrees on a telephone. */
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { silent } from '../../broker/ground/logger'
import { borrowBuiltInStore } from '../../broker/store/built-in-store'
import { visitDeskAs } from './desk-pages'
import { DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, test } from './site-test'

test.use(DESKTOP)

const dataDir = fileURLToPath(new URL('./.output/data/open', import.meta.url))
const PROVIDER = 'journey-prime'

/** As a statement writes them: of a provider that this server has no line to. */
async function findDifferences(): Promise<void> {
  const store = await borrowBuiltInStore({ dataDir, logger: silent })
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  const day = '2026-11-17'
  for (const [code, theirs] of [
    ['USDJPY', -1_450_000_000n],
    ['XAUUSD', -25_000_000_000n],
  ] as const) {
    await client.query(
      `insert into reconciliation_difference (tenant_id, provider, day, subject, figures, kind, instrument_code, theirs_amount, mark_price, conversion_rate, amount, at_stake, found_at, seen_at)
       values ('meridian', $1, $2, $3, $4, 'swap', $5, $6, 0, 1, $6, -($6::bigint), 1795000000000, 1795000000000) on conflict do nothing`,
      [PROVIDER, day, `charge swap ${day} ${code}`, `- / ${theirs}`, code, theirs.toString()],
    )
  }
  await client.end()
  await store.close()
}

test('a difference is resolved by one person up to the limit and by two above it', async ({ browser, faults }) => {
  await findDifferences()
  const first = await visitDeskAs('demo-one', { browser, faults })
  const { page, t } = first
  await open(page, 'desk', '/desk/reconcile?company=meridian&day=2026-11-17')
  const rows = page.locator('[data-difference]')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('−264.50', { exact: true }).filter({ visible: true }).first()).toBeVisible()

  // By keys: the provider is asked, its clock runs; then the kind and the note, and r.
  await page.keyboard.press('p')
  // Once in the table's column and once below the row's name, for narrow screens.
  await expect(page.getByText(t('desk:reconcile.status.awaiting_provider')).filter({ visible: true }).first()).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByText(t('public:error.DESK_REASON_REQUIRED', { max: 500 })).first()).toBeVisible()
  await page.getByLabel(t('desk:reconcile.resolveAs'), { exact: true }).selectOption('theirs_accepted')
  await page.getByLabel(t('desk:reconcile.note'), { exact: true }).fill('Their swap of a holiday')
  await page.getByRole('button', { name: new RegExp(t('desk:reconcile.resolve', { amount: '−14.50' })) }).click()
  await expect(rows).toHaveCount(1)

  await open(page, 'desk', '/desk/reconcile?company=meridian&day=2026-11-17')
  await page.getByLabel(t('desk:reconcile.resolveAs'), { exact: true }).selectOption('ours_stand')
  await page.getByLabel(t('desk:reconcile.note'), { exact: true }).fill('They charged it twice')
  await page.getByRole('button', { name: new RegExp(t('desk:reconcile.resolve', { amount: '−250.00' })) }).click()
  await expect(page.getByRole('button', { name: t('desk:settings.takeBack'), exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: t('desk:settings.approve'), exact: true })).toHaveCount(0)

  const second = await visitDeskAs('demo-two', { browser, faults, size: PHONE })
  await open(second.page, 'desk', '/desk/reconcile?company=meridian&day=2026-11-17')
  await expectNoSidewaysScroll(second.page)
  await second.page.getByRole('button', { name: t('desk:settings.approve'), exact: true }).click()
  await expect(second.page.locator('[data-difference]')).toHaveCount(0)
  await expect(rows).toHaveCount(0)
  await open(page, 'desk', '/desk/reconcile?company=meridian&day=2026-11-17&show=resolved')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(page.getByText('They charged it twice')).toBeVisible()
})
