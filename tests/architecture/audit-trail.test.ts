import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '../../broker/audit-trail/audit-actions'
import desk from '../../locales/en/desk.json'
import { filesUnder, isTest, withoutComments } from './source-files'

test('the log has one writer; the unit of work writes its own events in its one statement', () => {
  const product = filesUnder(['app', 'broker']).filter((file) => !isTest(file))
  const writers = product.filter(({ text }) => /\binsert(Many)?\((tx, *)?auditEvent\b|insert into audit_event/.test(withoutComments(text)))
  expect(writers.map(({ path }) => path)).toEqual(['broker/audit-trail/write-audit.ts', 'broker/ledger/written-books.ts'])
})

test('the desk has words for every action of the log, and for no other', () => {
  const worded = AUDIT_ACTIONS.map((action) => action.replaceAll('.', '_'))
  expect(Object.keys(desk.audit.action).sort()).toEqual(worded.sort())
})
