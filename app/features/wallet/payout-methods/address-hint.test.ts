import { expect, test } from 'vitest'
import { addressHint } from './address-hint'

const TRON = 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9'
const ETHER = '0x52908400098527886E0F7030069857D2E4169EE7'

test.each([
  ['TRC20', '', null],
  ['TRC20', 'T', null],
  ['TRC20', TRON, null],
  ['TRC20', ` ${TRON} `, null],
  ['TRC20', `${TRON}1`, 'too-long'],
  ['TRC20', ETHER, 'other-network'],
  ['TRC20', 'bc1qar0', 'wrong-start'],
  // A zero is none of the letters of a TRON address.
  ['TRC20', 'T0', 'wrong-start'],
  ['ERC20', '0', null],
  ['ERC20', '0x', null],
  ['ERC20', ETHER, null],
  ['BEP20', ETHER.toLowerCase(), null],
  ['ERC20', TRON, 'other-network'],
  ['ERC20', `${ETHER}0`, 'too-long'],
  ['ERC20', '0xg', 'wrong-start'],
  ['NEWNET', 'anything', null],
])('%s %j: %s', (network, address, kind) => {
  expect(addressHint(network, address)?.kind ?? null).toBe(kind)
})

test('names the networks whose address it looks like', () => {
  expect(addressHint('TRC20', ETHER)).toMatchObject({ others: 'ERC20, BEP20', network: 'TRC20', start: 'T' })
})
