import { expect, test } from 'vitest'
import { judgePassword } from './password-policy'

const owner = { accounts: ['Alice.Smith@example.com'], brand: { id: 'aurora', name: 'Aurora Markets' } }

test.each([
  ['', 'PASSWORD_TOO_SHORT'],
  ['1234567', 'PASSWORD_TOO_SHORT'],
  ['密碼密碼密碼密', 'PASSWORD_TOO_SHORT'],
  ['password', 'PASSWORD_TOO_COMMON'],
  ['PassWord1', 'PASSWORD_TOO_COMMON'],
  ['ｐａｓｓｗｏｒｄ', 'PASSWORD_TOO_COMMON'],
  ['iloveyou', 'PASSWORD_TOO_COMMON'],
  ['aaaaaaaa', 'PASSWORD_TOO_COMMON'],
  ['12121212', 'PASSWORD_TOO_COMMON'],
  ['xyzxyzxyz', 'PASSWORD_TOO_COMMON'],
  ['klmnopqrs', 'PASSWORD_TOO_COMMON'],
  ['srqponmlk', 'PASSWORD_TOO_COMMON'],
  ['567890123', 'PASSWORD_TOO_COMMON'],
  ['321098765', 'PASSWORD_TOO_COMMON'],
  ['alice.smith', 'PASSWORD_TOO_COMMON'],
  ['Alice.Smith2026!', 'PASSWORD_TOO_COMMON'],
  ['alice.smith@example.com', 'PASSWORD_TOO_COMMON'],
  ['Aurora2026', 'PASSWORD_TOO_COMMON'],
  ['auroramarkets', 'PASSWORD_TOO_COMMON'],
  ['Aurora Markets', 'PASSWORD_TOO_COMMON'],
  ['kestrel over the weir', 'ok'],
  ['alice likes kestrels', 'ok'],
  ['🦅🐟🦅🐟🦉🐟🦅🌊', 'ok'],
  ['الصقر فوق النهر', 'ok'],
])('%s: %s', async (password, outcome) => {
  const judged = await judgePassword(password, owner)
  expect(judged.ok ? 'ok' : judged.error).toBe(outcome)
})

test('who is told that a password is too short is told how long it must be', async () => {
  expect(await judgePassword('short', owner)).toMatchObject({ details: { min: '8' } })
})

test('a number that signs in is not taken as the password, and a short name stands in nobody’s way', async () => {
  expect((await judgePassword('85291234567', { ...owner, accounts: ['85291234567'] })).ok).toBe(false)
  expect((await judgePassword('9 al 9 al 9 al!', { ...owner, accounts: ['al@example.com'] })).ok).toBe(true)
})
