import { expect, test } from 'vitest'
import { maskedAddress, networkOf } from './ip-address'

test.each([
  ['203.0.113.77', '203.0.113.*', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.*', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:*', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:*', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:*', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:*', '0:0:0:0::/64'],
  ['', '', ''],
  ['unknown', '', 'unknown'],
])('%j is shown as %j and counts as %j', (address, shown, client) => {
  expect([maskedAddress(address), networkOf(address)]).toEqual([shown, client])
})
