import { expect, test } from 'vitest'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { isBankAccount, isBankCode } from './bank-place'
import { isChainAddress } from './chain-address'

test.each([
  ['the zero address of TRON', 'TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', true],
  ['one character other', 'TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc', false],
  ['a hexadecimal one', 'TRC20', '0x000000000000000000000000000000000000dEaD', false],
  ['a checksummed one', 'ERC20', '0x000000000000000000000000000000000000dEaD', true],
  ['a wrong checksum', 'ERC20', '0x000000000000000000000000000000000000dEad', false],
  ['one digit short', 'BEP20', '0x000000000000000000000000000000000000dEa', false],
  ['a chain that nobody can check', 'XRPL', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', false],
  ['nothing', 'ERC20', '', false],
])('%s on %s', (_what, protocol, address, expected) => {
  expect(isChainAddress(protocol, address)).toBe(expected)
})

test.each([
  ['an IBAN where there are IBANs', 'EXAMDEFFXXX', 'DE89 3704 0044 0532 0130 00', true],
  ['a slip in it', 'EXAMDEFFXXX', 'DE89370400440532013001', false],
  ['a local number where there are IBANs', 'EXAMDEFF', '532013000', false],
  ['a local number where there are none', 'EXAMHKHHXXX', '012-345-678901', true],
  ['a broken IBAN at a bank without them', 'EXAMHKHH', 'DE89370400440532013001', false],
])('%s', (_what, swift, account, expected) => {
  expect(isBankAccount(swift, account)).toBe(expected)
})

test('a bank code has 8 or 11 characters and a country', () => {
  expect(['EXAMDEFF', 'EXAMDEFFXXX', 'EXAMDEFFX', '12345678', ''].map(isBankCode)).toEqual([true, true, false, false, false])
})

test('the brands show nothing but places that nobody can spend from', () => {
  const burnt = new Set(['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '0x000000000000000000000000000000000000dEaD'])
  const tenants = testTenants()
  const addresses = tenants.flatMap(({ wallet }) => wallet.networks.map(({ address }) => address))
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((address) => !burnt.has(address))).toEqual([])
  const banks = tenants.flatMap(({ wallet }) => wallet.collectionAccounts.map(({ bankName }) => bankName))
  expect(banks.filter((name) => !name.startsWith('Example Bank'))).toEqual([])
})
