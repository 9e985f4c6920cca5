/**
 * Notes beside the browser's build what each of its files is made of, for the table of `npm run bench -- weight`
 * (`build/chunk-parts.json`).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { minify } from '@swc/core'
import type { Plugin } from 'vite'

export interface ChunkParts {
  /** Files that come with this one. */
  readonly imports: readonly string[]
  /** Bytes of each module, made small by itself: what it weighs against the others. */
  readonly modules: Readonly<Record<string, number>>
}

const root = path.resolve(import.meta.dirname, '..')

export function chunkParts(): Plugin {
  return {
    name: 'candor:chunk-parts',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle(_options, bundle) {
      const parts: Record<string, ChunkParts> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const modules: Record<string, number> = {}
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          if (!code) continue
          const name = path.relative(root, id.replace(/^\0/, '').replace(/\?.*$/, ''))
          modules[name] = (modules[name] ?? 0) + (await smallBytes(code))
        }
        parts[`/${chunk.fileName}`] = { imports: chunk.imports.map((file) => `/${file}`), modules }
      }
      mkdirSync(path.join(root, 'build'), { recursive: true })
      writeFileSync(path.join(root, 'build/chunk-parts.json'), JSON.stringify(parts))
    },
  }
}

/** Names at the top stay: alone, a module uses none of what it gives to others. */
async function smallBytes(code: string): Promise<number> {
  const small = await minify(code, { module: true, compress: false, mangle: true, format: { comments: false } })
  return Buffer.byteLength(small.code)
}
