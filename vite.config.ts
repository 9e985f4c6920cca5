import { transformAsync } from '@babel/core'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'

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

export default defineConfig(({ command }) => ({
  plugins: [
    stableStyledIds(),
    // The plugin freezes deeply what it gets, and the object is also read by the Remix command line.
    remix(structuredClone(remixConfig)),
  ],
  resolve: {
    alias: { '~': new URL('./app', import.meta.url).pathname },
    dedupe: ['react', 'react-dom', 'styled-components', 'i18next', 'react-i18next'],
  },
  define: {
    // Text nodes instead of CSSOM rules, so that the styles survive when an extension makes React 18 rebuild the document.
    SC_DISABLE_SPEEDY: 'true',
    ...(command === 'build' ? { 'process.env.SC_DISABLE_SPEEDY': '"true"' } : {}),
  },
  ssr: { noExternal: ['styled-components', '@base-ui/react', 'lucide-react', 'klinecharts'] },
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
      'lucide-react',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
    ],
  },
  server: { hmr: { port: 24679 } },
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
}))
