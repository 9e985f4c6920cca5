/**
 * The library that reads and writes pictures: large and needed by few calls, so it is loaded with the first of them.
 *
 * Invariant: of the forty formats that it reads, in any of which a mistake would be ours, only the three that we take are open, and SVG
 * from memory, which is how our own are drawn; an upload never reaches that one, because its first bytes are judged before.
 */
type PictureLibrary = typeof import('sharp').default

let loading: Promise<PictureLibrary> | undefined

export function pictureLibrary(): Promise<PictureLibrary> {
  loading ??= load()
  return loading
}

async function load(): Promise<PictureLibrary> {
  const { default: sharp } = await import('sharp')
  const taken = ['Png', 'Jpeg', 'Webp'].flatMap((format) => [`VipsForeignLoad${format}`, `VipsForeignLoad${format}Buffer`])
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...taken, 'VipsForeignLoadSvgBuffer'] })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
