// `npm run test:e2e [-- <playwright arguments>]`: the journeys in a real browser, against a fresh build.
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './ensure-installed.mjs'
import { obtainBrowser } from './find-browser.mjs'

ensureInstalled('tests')
const browser = await obtainBrowser()
if (!browser) {
  console.error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.')
  process.exit(1)
}
const run = (command, args, env = {}) => spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
if (run('node', ['scripts/build.mjs']) !== 0) process.exit(1)
const args = ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)]
process.exit(run('npx', args, { CHROMIUM_PATH: browser, NODE_ENV: 'test' }))
