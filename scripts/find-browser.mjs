// Where the tests' browser is: the one named by CHROMIUM_PATH, the system's Chromium or Chrome, or the one that
// Playwright keeps; and, if there is none, a way to get one.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The one without a window first: it draws the same for half of the processor's time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** Path of a browser, or null. */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // Not here: look on.
      }
    }
  }
  const place = PLACES.find((path) => existsSync(path))
  if (place) return place
  // Not there where only what the server needs was installed.
  const playwright = await import('playwright').catch(() => null)
  const path = playwright?.chromium.executablePath()
  return path !== undefined && existsSync(path) ? path : null
}

/** Finds a browser or installs one: Playwright's own first, then the system's package. Null when neither can be had. */
export async function obtainBrowser() {
  const found = await findBrowser()
  if (found) return found
  console.log('No Chromium found: installing one for the tests.')
  const fromSystem = (sudo, name) => ['sh', ['-c', `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${name}`]]
  const attempts = [
    ['npx', ['playwright', 'install', '--with-deps', 'chromium']],
    ['npx', ['playwright', 'install', 'chromium']],
    ...['', 'sudo -n '].flatMap((sudo) => ['chromium-headless-shell', 'chromium'].map((name) => fromSystem(sudo, name))),
  ]
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 })
    const path = await findBrowser()
    if (path) return path
  }
  return null
}
