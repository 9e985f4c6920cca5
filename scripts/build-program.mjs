/**
 * Builds the server and its commands: programs of plain JavaScript out of the sources and what they import, with maps to the sources
 * for the places in an error. Packages stay where they are installed.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { RULES_FILE, rulesSources } from '../broker/log/rules-sources.mjs'

export const PROGRAM = 'build/program'
/** What an operator gives on the machine of a server. */
export const COMMANDS = [
  'audit',
  'backup',
  'demo-provider',
  'doctor',
  'files',
  'operator',
  'receipt-key',
  'record',
  'restore',
  'seed',
  'tenant',
  'witness',
]
/** What a command is called after `npm run`, where that is not the name of its file. */
export const COMMAND_NAMES = { 'demo-provider': 'demo:provider' }

/** The one that the bundler of the site brings. */
const esbuild = () => createRequire(createRequire(import.meta.url).resolve('vite'))('esbuild')

/** @param root the folder of the repository */
export async function buildProgram(root) {
  const outdir = path.join(root, PROGRAM)
  if (existsSync(outdir)) rmSync(outdir, { recursive: true })
  await esbuild().build({
    absWorkingDir: root,
    entryPoints: {
      server: 'server.ts',
      // A thread is a program of its own.
      'hash-thread': 'broker/secrets/hash-thread.mjs',
      'read-brands-thread': 'scripts/read-brands-thread.ts',
      'audit-thread': 'broker/audit/audit-thread.ts',
      'paper-thread': 'app/paper/paper-thread.ts',
      'ccxt-process': 'broker/exchanges/ccxt-process.mjs',
      ...Object.fromEntries(COMMANDS.map((name) => [name, `scripts/${name}.ts`])),
    },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // What builds the site is no part of what serves it.
    external: ['*/build.mjs'],
    chunkNames: '[name]-[hash]',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  })
  // By what rules the program works: its own word, whatever lies in the folder later.
  writeFileSync(path.join(outdir, RULES_FILE), JSON.stringify(rulesSources(root)))
}

/** Names of the packages that the built files import. @param files of plain JavaScript */
export async function packagesImported(files) {
  const { metafile } = await esbuild().build({
    entryPoints: files,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['*/build.mjs'],
    outdir: 'unused',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external))
  const names = imported.map(({ path: what }) => what).filter((what) => !/^(node:|\.|\/)/.test(what))
  return [
    ...new Set(
      names.map((what) =>
        what
          .split('/')
          .slice(0, what.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    ),
  ].sort()
}
