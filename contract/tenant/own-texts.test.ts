import { expect, test } from 'vitest'
import { protectionOf } from './own-texts'

test.each([
  ['public:honesty.title', true],
  ['public:honesty.anything.below', true],
  ['public:footer.noLicence', true],
  ['public:directory.count_other', true],
  ['public:riskLine', true],
  ['public:riskLine_other', true],
  ['receipt:title', true],
  ['user:announcementText.demo', true],
  ['public:riskLines', false],
  ['public:deposit', true],
  ['user:deposit', true],
  ['public:openAccount', false],
  ['auth:sideTitle', false],
  ['honesty.title', false],
])('%s is protected: %s', (key, answer) => {
  expect(protectionOf(key) !== null).toBe(answer)
})
