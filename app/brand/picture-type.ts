/** Media type of a brand's picture by its address, which may carry a version: they are SVG or PNG. */
export function pictureType(path: string): 'image/png' | 'image/svg+xml' {
  return path.split('?')[0]?.endsWith('.png') ? 'image/png' : 'image/svg+xml'
}
