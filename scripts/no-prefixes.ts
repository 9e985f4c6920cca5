/**
 * Leaves out of stylis the table of rules that browsers of ten years ago wanted written once more: styled-components asks for it only
 * under `enableVendorPrefixes`, which no part of the site sets. It is 1 kB of what every page loads.
 */
import type { Plugin } from 'vite'

export function noPrefixes(): Plugin {
  return {
    name: 'candor:no-prefixes',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    load: (id) => (id.includes('/node_modules/stylis/src/Prefixer.js') ? 'export const prefix = (value) => value' : null),
  }
}
