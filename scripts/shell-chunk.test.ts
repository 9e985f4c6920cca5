import path from 'node:path'
import { expect, test } from 'vitest'
import { type ModuleGraph, shellChunks } from './shell-chunk'

const app = (file: string) => path.resolve(import.meta.dirname, '../app', file)
const LIBRARY = '/somewhere/node_modules/react/index.js'
const imports = (source: string, ...names: string[]) => ({
  type: 'ImportDeclaration',
  source: { value: source },
  specifiers: names.map((name) => ({ imported: { name } })),
})
const exports = (source: string, ...names: string[]) => ({
  type: 'ExportNamedDeclaration',
  source: { value: source },
  specifiers: names.map((name) => ({ exported: { name } })),
})
const MODULES: Readonly<Record<string, { importedIds: string[]; ast: { body: object[] } | null }>> = {
  [app('root.tsx')]: { importedIds: [app('features/shell/bar.tsx'), LIBRARY], ast: { body: [] } },
  [app('features/shell/bar.tsx')]: { importedIds: [app('ui/index.ts')], ast: { body: [imports('../../ui', 'Button')] } },
  [app('ui/index.ts')]: {
    importedIds: [app('ui/button.tsx'), app('ui/stepper.tsx')],
    ast: { body: [exports('./button', 'Button', 'ButtonLink'), exports('./stepper', 'Stepper')] },
  },
  [app('ui/button.tsx')]: { importedIds: [app('ui/token.ts')], ast: { body: [] } },
  [app('ui/stepper.tsx')]: { importedIds: [app('ui/token.ts')], ast: { body: [] } },
  [app('features/trade/ticket.tsx')]: { importedIds: [app('ui/index.ts')], ast: { body: [imports('../../ui', 'Stepper')] } },
}
const graph = { getModuleInfo: (id: string) => MODULES[id] ?? { importedIds: [], ast: null } } as ModuleGraph

test('the shell is what the root reaches, and of the components only those that it names', () => {
  const chunkOf = shellChunks()
  expect(chunkOf(app('features/shell/bar.tsx'), graph)).toBe('shell')
  expect(chunkOf(app('ui/button.tsx'), graph)).toBe('shell')
  expect(chunkOf(app('ui/token.ts'), graph)).toBe('shell')
  expect(chunkOf(app('ui/stepper.tsx'), graph)).toBeUndefined()
  expect(chunkOf(app('features/trade/ticket.tsx'), graph)).toBeUndefined()
})

test('libraries stay apart from what changes with each release', () => {
  expect(shellChunks()(LIBRARY, graph)).toBe('libraries')
})
