/**
 * The Remix options of the site. `vite.config.ts` imports this object and hands a copy to the Remix plugin
 * (the Vite plugin alone would not read this file).
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  ignoredRouteFiles: ['**/*.test.{ts,tsx}'],
  serverModuleFormat: 'esm',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
  },
}
