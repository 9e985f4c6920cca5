/**
 * What a brand costs: boot, memory and the way from a host to its company, with one, a hundred and ten thousand generated brands. Each
 * is started twice on its store: the first start makes the keys and writes the first settings, the second finds them.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Figure } from './report'
import type { TenantsReport } from './tenants-process'

const SAMPLE = fileURLToPath(new URL('../../tenants/saffron', import.meta.url))
const SCRIPT = fileURLToPath(new URL('./tenants-process.ts', import.meta.url))
const COUNTS = [1, 100, 10_000]

/** Brands as a platform has them: each with its own name, its own domain and its own pictures. */
function writeBrands(folder: string, count: number): void {
  const sample = JSON.parse(readFileSync(path.join(SAMPLE, 'tenant.json'), 'utf8')) as { legal: object }
  for (let index = 0; index < count; index++) {
    const id = `brand-${index}`
    const place = path.join(folder, 'tenants', id)
    mkdirSync(place, { recursive: true })
    const legal = { ...sample.legal, entity: `Brand ${index} Ltd` }
    const tenant = { ...sample, name: `Brand ${index}`, legal, hosts: [`${id}.example`] }
    writeFileSync(path.join(place, 'tenant.json'), JSON.stringify(tenant))
    for (const name of ['logo.svg', 'icon.svg']) {
      const picture = readFileSync(path.join(SAMPLE, name), 'utf8')
      writeFileSync(path.join(place, name), picture.replace(/(<svg[^>]*>)/, `$1<title>Brand ${index}</title>`))
    }
    // Articles that the platform gives to each new brand.
    cpSync(path.join(SAMPLE, 'news.json'), path.join(place, 'news.json'))
  }
}

async function boot(folder: string): Promise<TenantsReport> {
  const args = ['--expose-gc', '--import', 'tsx', SCRIPT, folder]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    timeout: 600_000,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as TenantsReport
}

export async function measureTenants(): Promise<Figure[]> {
  const found: { count: number; first: TenantsReport; again: TenantsReport }[] = []
  for (const count of COUNTS) {
    const folder = mkdtempSync(path.join(tmpdir(), 'candor-tenants-'))
    try {
      writeBrands(folder, count)
      const first = await boot(folder)
      found.push({ count, first, again: await boot(folder) })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const [one] = found
  if (one === undefined) return []
  const baseline = (value: number) => ({ what: 'the same with one brand', value })
  const seconds = ({ readMs, brokerMs }: TenantsReport) => (readMs + brokerMs) / 1000
  return found.slice(1).flatMap(({ count, first, again }) => {
    const brands = `${count.toLocaleString('en-GB')} brands`
    return [
      { what: `${brands}: first start`, value: seconds(first), unit: 's', baseline: baseline(seconds(one.first)) },
      { what: `${brands}: start, 10 s at most`, value: seconds(again), unit: 's', baseline: baseline(seconds(one.again)) },
      { what: `${brands}: of it, processor`, value: again.cpuMs / 1000, unit: 's', baseline: baseline(one.again.cpuMs / 1000) },
      { what: `${brands}: of it, reading the folders`, value: again.readMs / 1000, unit: 's', baseline: baseline(one.again.readMs / 1000) },
      {
        what: `${brands}: memory of an idle one, 20 kB at most`,
        value: (again.bytes - one.again.bytes) / (count - 1) / 1000,
        unit: 'kB',
        baseline: null,
      },
      { what: `${brands}: host looked up, p99`, value: again.lookupNs, unit: 'ns', baseline: baseline(one.again.lookupNs) },
      { what: `${brands}: call by its host, p99, 1.2 × at most`, value: again.callUs, unit: 'µs', baseline: baseline(one.again.callUs) },
    ]
  })
}
