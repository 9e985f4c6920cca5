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
    // The whole list of pages costs 4 kB once; asking for it page by page costs a request and a watcher over every change of the document.
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: true,
    v3_routeConfig: true,
  },
}
