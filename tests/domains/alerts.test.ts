/** The shipped alarms against metrics that should and should not set them off. Without promtool the test is counted as skipped. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0

test.runIf(HAS_PROMTOOL)(
  'an account whose stops nobody watches is an alarm after a minute, a database that nobody serves after 15 s (needs promtool)',
  () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', fileURLToPath(new URL('./alerts.test.yml', import.meta.url))],
      {
        encoding: 'utf8',
      },
    )
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
  },
)
