import { expect, test } from 'vitest'
import { checkNode, missing, type Packages } from './ensure-installed.mjs'

const locked: Packages = {
  '': { name: 'candor', version: '0.1.0' },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
  'node_modules/nothing': { name: 'noop-package', version: '1.0.0' },
  'node_modules/vitest': { version: '4.0.0', dev: true },
  'node_modules/tests-elsewhere': { version: '1.0.0', dev: true, optional: true },
}
const start: Packages = { 'node_modules/zod': { version: '4.0.0' }, 'node_modules/nothing': { name: 'noop-package', version: '1.0.0' } }
const all: Packages = { ...start, 'node_modules/vitest': { version: '4.0.0', dev: true } }
const old = { 'node_modules/zod': { version: '3.0.0' } }

test.each<[string, 'start' | 'tests', Packages | null, string]>([
  ['a fresh clone starts', 'start', null, 'start'],
  ['a fresh clone tests', 'tests', null, 'tests'],
  ['what starts, starts again', 'start', start, 'nothing'],
  ['what starts is to be tested', 'tests', start, 'add'],
  ['what was tested starts', 'start', all, 'nothing'],
  ['what was tested is tested again', 'tests', all, 'nothing'],
  ['a start after an update', 'start', { ...start, ...old }, 'start'],
  ['a start after an update, where somebody tests', 'start', { ...all, ...old }, 'tests'],
  ['a test after an update', 'tests', { ...all, ...old }, 'tests'],
  ['only a test tool is older', 'tests', { ...all, 'node_modules/vitest': { version: '3.0.0', dev: true } }, 'add'],
  ['only a test tool is older, and nobody tests', 'start', { ...all, 'node_modules/vitest': { version: '3.0.0', dev: true } }, 'nothing'],
  ['another package in the place of one', 'start', { ...start, 'node_modules/nothing': { version: '1.0.0' } }, 'start'],
  ['an installation that was broken off', 'start', {}, 'start'],
])('%s', (_name, level, recorded, order) => {
  expect(missing(level, locked, recorded)).toBe(order)
})

test.each([
  ['20.20.0', true],
  ['20.19.9', false],
  ['21.7.3', false],
  ['22.0.0', true],
  ['24.1.0', true],
])('Node %s is new enough: %s', (version, isEnough) => {
  expect(checkNode(version)).toBe(isEnough)
})
