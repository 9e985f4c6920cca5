/** The programs that look at every page (tests/matrix) see the faults they are for. */
import type { Page } from 'playwright/test'
import { walkFocus } from '../matrix/focus-walk'
import { lookAtPage } from '../matrix/page-findings'
import { smallTargets } from '../matrix/target-findings'
import { expect, test } from './site-test'

const show = (page: Page, body: string) =>
  page.setContent(`<!doctype html><html lang="en" dir="ltr"><title>Page</title><body>${body}</body></html>`)

test('the programs see a cut text, a page that is too wide, small targets and a focus that is not drawn', async ({ page }) => {
  await show(page, '<p style="width:40px;overflow:hidden;white-space:nowrap">A text that does not fit</p>')
  expect((await page.evaluate(lookAtPage)).clipped).toEqual([expect.stringContaining('A text that does not fit')])
  await show(page, '<p style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">A text that does not fit</p>')
  expect((await page.evaluate(lookAtPage)).clipped).toEqual([])
  await show(page, '<p style="height:10px;overflow:hidden;width:60px">A text that has several lines</p>')
  expect((await page.evaluate(lookAtPage)).clipped).toHaveLength(1)
  await show(page, '<div style="width:5000px">wide</div>')
  expect((await page.evaluate(lookAtPage)).sideways).toBeGreaterThan(0)

  const small = { least: 24, thumb: 44 }
  await show(page, '<button style="width:16px;height:16px;padding:0">a</button><button style="width:16px;height:16px;padding:0">b</button>')
  const both = await page.evaluate(smallTargets, small)
  expect(both.filter((fault) => fault.startsWith('too small to hit'))).toHaveLength(2)
  await show(page, '<p>One <a href="#">link</a> in a sentence of its own.</p>')
  expect(await page.evaluate(smallTargets, small)).toEqual([])

  await show(page, '<style>:focus { outline: 2px solid }</style><a href="#one" style="outline:0">one</a> <a href="#two">two</a>')
  expect(await walkFocus(page)).toEqual([expect.stringContaining('focus not seen: <a> "one"')])
  await show(
    page,
    '<style>:focus { outline: 2px solid }</style><a href="#one">one</a><div style="position:fixed;inset:0;background:red"></div>',
  )
  expect(await walkFocus(page)).toEqual([expect.stringContaining('focus hidden: <a> "one"')])
})
