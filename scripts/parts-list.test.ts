import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../tests/fixtures/run-command'
import { isAccepted, licencesOf, NOTICES, noticesOf, partsOf } from './parts-list.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

describe('what the server is made of', () => {
  const document = partsOf(root)

  test('is a CycloneDX document of the product with everything that package.json names', () => {
    expect(document).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'candor', type: 'application' } } })
    const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    const parts = new Set(document.components.map(({ purl }) => decodeURIComponent(purl)))
    expect(Object.entries(dependencies).filter(([name, version]) => !parts.has(`pkg:npm/${name}@${version}`))).toEqual([])
  })

  test('is told in the notices, as the lockfile has it now (npm run build writes them)', () => {
    expect(readFileSync(path.join(root, NOTICES), 'utf8')).toBe(noticesOf(root))
  })

  test('names no address of where it was installed from', () => {
    expect(JSON.stringify(document)).not.toMatch(/https?:/)
  })

  test('stands under licences that are accepted', () => {
    expect(document.components.filter((part) => !isAccepted(part)).map((part) => [part.name, licencesOf(part)])).toEqual([])
  })

  test.each([
    [[{ license: { id: 'MIT' } }], true],
    [[{ license: { id: 'GPL-3.0-only' } }], false],
    [[{ expression: '(MIT OR GPL-3.0-only)' }], true],
    [[{ expression: 'MIT AND GPL-3.0-only' }], false],
    [[{ license: { name: 'SEE LICENSE IN readme' } }], false],
    [[], false],
  ])('%j: accepted is %s', (licenses, accepted) => {
    expect(isAccepted({ name: 'x', version: '1.0.0', purl: 'pkg:npm/x@1.0.0', licenses })).toBe(accepted)
  })
})

describe('npm run advisories', () => {
  const advisory = (severity: string) => ({
    zod: [{ id: 1, url: 'https://advisories.example/1', title: 'Reads too much', severity, vulnerable_versions: '*' }],
  })

  test.each([
    ['a grave advisory', 200, advisory('high'), 1, 'Reads too much https://advisories.example/1'],
    ['a lesser one', 200, advisory('low'), 0, '0 with grave advisories'],
    ['none', 200, {}, 0, '0 with grave advisories, 0 with lesser ones'],
    ['no answer', 405, {}, 3, 'npm audit --omit=dev --package-lock-only'],
  ])(
    '%s',
    async (_name, status, answer, code, says) => {
      const registry = createServer((req, res) => {
        const isAsked = req.url === '/-/npm/v1/security/advisories/bulk'
        req
          .resume()
          .on('end', () =>
            res.writeHead(isAsked ? status : 404, { 'content-type': 'application/json' }).end(JSON.stringify(isAsked ? answer : {})),
          )
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => registry.once('listening', resolve))
      const { port } = registry.address() as AddressInfo
      const ended = await runCommand(process.execPath, ['scripts/advisories.mjs'], {
        npm_config_registry: `http://127.0.0.1:${port}`,
        npm_config_fetch_retries: '0',
        npm_config_cache: mkdtempSync(path.join(tmpdir(), 'candor-npm-')),
      })
      registry.close()
      expect(ended.output).toContain(says)
      expect(ended.code).toBe(code)
    },
    120_000,
  )
})
