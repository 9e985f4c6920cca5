import { expect, test } from 'vitest'
import type { AskOutside } from '../../process/outside-request.server'
import { complaintEmails } from './load-company-email.server'

const ORIGIN = 'https://complain.aurora.example'

test.each([
  [200, '{"email":"complaints@aurora.example"}', 'complaints@aurora.example'],
  [200, '{"code":1,"msg":"","data":{"email":"complaints@aurora.example"}}', 'complaints@aurora.example'],
  [200, '{"email":""}', null],
  [200, '{"email":"javascript:alert(1)"}', null],
  [200, '{"email":["a@b.example"]}', null],
  [200, '<html>', null],
  [302, '{"email":"complaints@aurora.example"}', null],
  [500, '', null],
])('a complaint host that answers %i %s has the address %s', async (status, body, email) => {
  const asked: string[] = []
  const ask: AskOutside = async (url) => {
    asked.push(url)
    return { status, headers: {}, body }
  }
  expect(await complaintEmails(ask)(ORIGIN)).toBe(email)
  expect(asked).toEqual([`${ORIGIN}/complaint_email`])
})

test('a complaint host that does not answer is silent, and asked again only after a while', async () => {
  let now = 1
  let asked = 0
  const lookUp = complaintEmails(
    async () => {
      asked += 1
      return null
    },
    () => now,
  )
  expect([await lookUp(ORIGIN), await lookUp(ORIGIN), asked]).toEqual([null, null, 1])
  now = 30_002
  expect([await lookUp(ORIGIN), asked]).toEqual([null, 2])
})
