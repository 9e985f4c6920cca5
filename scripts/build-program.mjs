/**
 * Builds the server: one program of plain JavaScript out of `server.ts` and what it imports, with maps to the sources for the
 * places in an error. Packages stay where they are installed.
 */
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** @param root the folder of the repository */
export async function buildProgram(root) {
  // The one that the bundler of the site brings.
  const { build } = createRequire(createRequire(import.meta.url).resolve('vite'))('esbuild')
  const outdir = path.join(root, PROGRAM)
  if (existsSync(outdir)) rmSync(outdir, { recursive: true })
  await build({
    absWorkingDir: root,
    // A thread is a program of its own.
    entryPoints: { server: 'server.ts', 'read-brands-thread': 'broker/companies/read-brands-thread.ts' },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    chunkNames: '[name]-[hash]',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  })
}

export const PROGRAM = 'build/program'
