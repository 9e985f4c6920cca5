import { expect, test } from 'vitest'
import { TenantLog } from './witnesses'

const key = (name: string) => `${name}+0123abcd+BHPPnkfUOkUWkqN9BDcrQuRPSMINdVIjC9j4VWOp+jPo`
const one = { name: 'Club', kind: 'traders club', url: 'https://witness.example', key: key('a') }
const two = { ...one, name: 'Regulator', key: key('b') }

test.each<[string, object, string | null]>([
  ['one of one', { witnesses: [one], needed: 1 }, null],
  ['one of two', { witnesses: [one, two], needed: 1 }, null],
  ['two at one address', { witnesses: [one, { ...two, url: one.url }], needed: 2 }, null],
  ['more than there are', { witnesses: [one], needed: 2 }, 'needed: 2 of 1 can never sign'],
  ['none of one', { witnesses: [one], needed: 0 }, 'needed: at least one witness has to sign'],
  ['nobody', { witnesses: [], needed: 1 }, 'witnesses: names no witness: leave log out instead'],
  ['one name twice', { witnesses: [one, { ...two, name: one.name }], needed: 1 }, 'witnesses.1.name: another witness has this name'],
  ['one key twice', { witnesses: [one, { ...two, key: one.key }], needed: 1 }, 'witnesses.1.key: another witness has this key'],
  ['a key cut off', { witnesses: [{ ...one, key: 'a+0123' }], needed: 1 }, 'witnesses.0.key: a key is written as name+id+key'],
])('%s', (_what, log, problem) => {
  const issue = TenantLog.safeParse(log).error?.issues[0]
  expect(issue === undefined ? null : `${issue.path.join('.')}: ${issue.message}`).toBe(problem)
})

test.each([
  ['https://witness.example', true],
  ['https://witness.example:8443/logs', true],
  ['http://127.0.0.1:3800', true],
  ['http://localhost:3800', true],
  ['http://[::1]:3800', true],
  ['http://witness.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['https://witness.example/', false],
  ['https://witness.example?a=1', false],
  ['https://witness.example#a', false],
  ['https://user:secret@witness.example', false],
  ['ftp://witness.example', false],
  ['witness.example', false],
])('an address like %s may be one of a witness: %s', (url, expected) => {
  expect(TenantLog.safeParse({ witnesses: [{ ...one, url }], needed: 1 }).success).toBe(expected)
})
