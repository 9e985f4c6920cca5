import { expect, test } from 'vitest'
import { startSettings } from '../../scripts/start-settings.mjs'

const TOOLS = { NODE_ENV: 'production', DEV_TOOLS: '1', OUTBOX_FOR: 'machine' }
const PLAIN = { NODE_ENV: 'production' }

test.each([
  [{}, TOOLS],
  [{ MODE: 'demo', BASE_DOMAIN: 'localhost:4100' }, TOOLS],
  [{ BASE_DOMAIN: 'sites.localhost' }, TOOLS],
  [{ SMTP_URL: '', DEV_TOOLS: '' }, TOOLS],
  [{ NODE_ENV: 'development' }, { DEV_TOOLS: '1', OUTBOX_FOR: 'machine' }],
  [{ MODE: 'real' }, PLAIN],
  [{ SMTP_URL: 'smtp://mail.example' }, PLAIN],
  [{ DEV_TOOLS: '0' }, PLAIN],
  [{ BASE_DOMAIN: 'brokers.example' }, PLAIN],
  [{ BASE_DOMAIN: 'localhost.brokers.example' }, PLAIN],
  [{ BROKER_ORIGIN: 'https://broker.example' }, PLAIN],
])('npm start with %j adds %j', (given, added) => {
  expect(startSettings(given)).toEqual(added)
})
