import { transformAsync } from '@babel/core'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { allLaterFonts } from './app/brand/later-fonts.server'
import { iconsFile } from './app/ui/icon-drawings.server'
import remixConfig from './remix.config.js'
import { chunkParts } from './scripts/chunk-parts'
import { minifyChunks } from './scripts/minify-chunks'
import { noPrefixes } from './scripts/no-prefixes'
import { shellChunks } from './scripts/shell-chunk'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true
  }
}

/**
 * Gives every styled component an id made from its place in the source. Without it the ids are numbered in module order,
 * which differs between the server (all routes) and the browser (one route), and the styles silently part from the markup.
 */
function stableStyledIds(): Plugin {
  let isDev = false
  return {
    name: 'candor:stable-styled-ids',
    enforce: 'pre',
    configResolved: (config) => {
      isDev = config.command === 'serve'
    },
    async transform(code, id) {
      const file = id.split('?')[0] ?? id
      if (!/\.tsx?$/.test(file) || file.includes('node_modules') || !code.includes('styled-components')) return null
      const result = await transformAsync(code, {
        filename: file,
        babelrc: false,
        configFile: false,
        sourceMaps: true,
        parserOpts: { plugins: ['jsx', 'typescript'] },
        plugins: [['babel-plugin-styled-components', { ssr: true, fileName: false, displayName: isDev, pure: true }]],
      })
      return result?.code == null ? null : { code: result.code, map: result.map }
    },
  }
}

/** The drawings of all icons and the faces of all fonts as files of the build: a page has those that it shows, and brings the others later. */
function laterFiles(): Plugin {
  return {
    name: 'candor:later-files',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle() {
      for (const { name, text } of [iconsFile, ...allLaterFonts()]) this.emitFile({ type: 'asset', fileName: name, source: text })
    },
  }
}

/** An address that only answers data has no client part, and a library's comments are its own: nothing that a newcomer could mend. */
const EXPECTED_WARNINGS: ReadonlySet<string> = new Set(['EMPTY_BUNDLE', 'INVALID_ANNOTATION'])

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    stableStyledIds(),
    laterFiles(),
    // The plugin freezes deeply what it gets, and the object is also read by the Remix command line.
    remix(structuredClone(remixConfig)),
    noPrefixes(),
    minifyChunks(),
    chunkParts(),
  ],
  resolve: {
    alias: { '~': new URL('./app', import.meta.url).pathname },
    dedupe: ['react', 'react-dom', 'styled-components', 'i18next', 'react-i18next'],
  },
  ssr: { noExternal: ['styled-components', '@base-ui/react', 'klinecharts'] },
  optimizeDeps: {
    include: [
      // Loaded lazily by the desk's editor: found late, it would come with a second React.
      '@tiptap/react',
      '@tiptap/starter-kit',
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'styled-components',
      'klinecharts',
      'i18next',
      'react-i18next',
      'remix-i18next/react',
      'zod',
      'zustand',
      'js-cookie',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
    ],
  },
  worker: { format: 'es', plugins: () => [minifyChunks()] },
  server: { hmr: { port: 24679 } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    ...(isSsrBuild ? {} : { minify: false, cssMinify: 'esbuild' }),
    chunkSizeWarningLimit: 900,
    rollupOptions: {
      onwarn: (warning, warn) => {
        if (!EXPECTED_WARNINGS.has(warning.code ?? '')) warn(warning)
      },
      ...(isSsrBuild
        ? {}
        : {
            // A component that a page does not name leaves nothing behind, and a library's list of HTML elements does nothing by itself.
            treeshake: { moduleSideEffects: (id) => !/\/app\/ui\/|\/void-elements\//.test(id) },
            output: { manualChunks: shellChunks(), onlyExplicitManualChunks: true },
          }),
    },
  },
}))
