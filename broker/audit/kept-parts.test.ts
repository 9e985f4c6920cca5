import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { open, PLAIN_TERMS } from '../../tests/fixtures/trader-actions'
import { auditBooks } from './audit-books'
import { type AuditPart, nameOf, type PartResult } from './audit-part'
import { auditReport } from './audit-report'
import { hasKeptParts, openKeptParts } from './kept-parts'

let world: World
let folder: string
beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS })
  await open(world, await world.demoTrader(), 'buy', 'EURUSD')
  await open(world, await world.demoTrader('graphite'), 'buy', 'EURUSD')
  await world.broker.sealer.flush()
  // A log grows a moment after its chain: what is counted in it would depend on how long an audit takes.
  await world.broker.logs.flush()
  folder = mkdtempSync(path.join(tmpdir(), 'candor-kept-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

/** An audit that ends when it has looked at so many parts that are kept, or to the end. */
async function audit(file: string, goesOn: boolean, stopsAfter = Number.POSITIVE_INFINITY) {
  const kept = openKeptParts(file, goesOn)
  const looked: string[] = []
  let ended = 0
  const known = (part: AuditPart): PartResult | undefined => {
    const result = kept.known(part)
    if (result === undefined && nameOf(part) !== null) looked.push(nameOf(part) as string)
    return result
  }
  const results = await auditBooks(world.broker.database, world.tenants, {
    known,
    onPart(part, result) {
      kept.keep(part, result)
      if (nameOf(part) !== null) ended += 1
      if (ended >= stopsAfter) throw new Error('interrupted')
    },
  })
  kept.drop()
  return { looked, lines: auditReport(results).lines }
}

test('an audit that was interrupted goes on where it was, and says the same as one that was not', async () => {
  const file = path.join(folder, 'one.ndjson')
  const whole = await audit(path.join(folder, 'whole.ndjson'), false)
  await expect(audit(file, false, 5)).rejects.toThrow('interrupted')
  expect(hasKeptParts(file)).toBe(true)
  // The end of the last line is lost with the process.
  appendFileSync(file, '{"name":"accounts aurora')
  const rest = await audit(file, true)
  expect(rest.looked.length).toBeLessThan(whole.looked.length)
  expect(rest.lines).toEqual(whole.lines)
  expect(rest.lines.at(-1)).toBe('clean')
  expect(existsSync(file)).toBe(false)
})

test('accounts that have moved since are looked at again', async () => {
  const file = path.join(folder, 'moved.ndjson')
  await expect(audit(file, false, 5)).rejects.toThrow('interrupted')
  const kept = (await audit(path.join(folder, 'all.ndjson'), false)).looked.filter((name) => name.startsWith('accounts aurora'))
  await open(world, await world.demoTrader(), 'sell', 'EURUSD')
  const { looked, lines } = await audit(file, true)
  expect(looked.some((name) => name.startsWith('accounts aurora'))).toBe(true)
  expect(looked).not.toContain(kept[0])
  expect(lines.at(-1)).toBe('clean')
})

test('where nothing can be kept the audit is made all the same', async () => {
  const { lines } = await audit(path.join(folder, 'not-there', 'x.ndjson'), false)
  expect(lines.at(-1)).toBe('clean')
})
