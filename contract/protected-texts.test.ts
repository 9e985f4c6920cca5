import { expect, test } from 'vitest'
import { isProtectedText } from './protected-texts'

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
  ['public:deposit', false],
  ['user:deposit', false],
  ['honesty.title', false],
])('%s is protected: %s', (key, answer) => {
  expect(isProtectedText(key)).toBe(answer)
})
