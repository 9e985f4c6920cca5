/** Builds the worker of the site after the site itself: it is told the names of the build's hashed files. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

/** @param root the folder of the repository */
export async function buildWorker(root) {
  const clientDir = path.join(root, 'build/client')
  const assets = readdirSync(path.join(clientDir, 'assets'))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .sort()
    .map((name) => `/assets/${name}`)
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { __ASSETS__: JSON.stringify(assets), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: path.join(root, 'app/worker/service-worker.ts'), formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  })
}
