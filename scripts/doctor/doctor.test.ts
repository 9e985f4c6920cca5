import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../tests/fixtures/run-command'
import { startSmtpServer } from '../../tests/fixtures/smtp-server'
import { lookAtBackups } from './look-at-backups'

const doctor = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  runCommand(process.execPath, ['--import', 'tsx', 'scripts/doctor.ts', ...args], {
    ...{ NODE_ENV: 'production', MODE: 'demo', DATA_DIR: mkdtempSync(path.join(tmpdir(), 'candor-doctor-')), TEST_DATABASE_URL: '' },
    ...env,
  })

// Each starts a process that reads all of the house.
describe('npm run doctor', { timeout: 60_000 }, () => {
  test('says what a fresh clone lacks, each with its mend, and what is in force', async () => {
    const { code, output } = await doctor({})
    expect(code).toBe(1)
    for (const line of ['MODE=real needs MASTER_KEY', 'MODE=real needs SMTP_URL', '→ METRICS_PORT=9464']) expect(output).toContain(line)
    expect(output).toContain('X-Frame-Options: DENY')
    expect(output).toMatch(/loginsPerAccount +\d+ in \d+ min/)
    expect(output).toMatch(/headers +16 kB within 15 s/)
    expect(output).toMatch(/a call of the broker with a picture +8\.06 MB/)
    expect(output).toMatch(/\d+ dangers that MODE=real refuses, \d+ things lacking/)
  })

  test('asks the servers that are named, and never says a password', async () => {
    const password = 'never-said'
    const smtp = await startSmtpServer({ user: 'candor', password })
    const { output } = await doctor({
      SMTP_URL: smtp.url,
      DATABASE_URL: `postgresql://candor:${password}@127.0.0.1:1/candor`,
      REDIS_URL: `redis://:${password}@127.0.0.1:1`,
      NATS_URL: `nats://candor:${password}@127.0.0.1:1`,
    })
    await smtp.close()
    expect(output).toMatch(/mail +127\.0\.0\.1:\d+ answers and lets us in/)
    expect(output).toContain('PostgreSQL does not answer')
    expect(output).toContain('Redis does not answer')
    expect(output).toContain('NATS cannot be used')
    expect(output).not.toContain(password)
  })

  test('tells a setting that cannot be read', async () => {
    const { code, output } = await doctor({ PORT: 'x' })
    expect(code).toBe(1)
    expect(output).toContain('PORT: write a whole number')
  })
})

test('a folder without a backup has none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-backups-'))
  expect(await lookAtBackups(folder, Date.now())).toMatchObject({ state: 'lacks', what: `no backup lies in ${folder}` })
  expect(await lookAtBackups(undefined, Date.now())).toMatchObject({ state: 'unseen' })
})
