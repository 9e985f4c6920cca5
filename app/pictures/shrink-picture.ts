/**
 * Makes a photo small enough to send, in the browser. Drawing it anew also leaves behind what a camera writes into its files:
 * place, time, device.
 */
export const PICTURE_LIMITS = { maxSide: 2400, quality: 0.85, maxBytes: 8 * 1024 * 1024 } as const

/** Width and height that fit into `maxSide`, in whole pixels; a smaller picture keeps its size. */
export function fittedSize(width: number, height: number, maxSide: number = PICTURE_LIMITS.maxSide): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const SENT_AS_IT_IS = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** The picture as it is sent, upright; null when this browser cannot read it and the server would not take it either. */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  const drawn = await drawSmaller(file).catch(() => null)
  if (drawn !== null) return drawn
  return SENT_AS_IT_IS.has(file.type) && file.size <= PICTURE_LIMITS.maxBytes ? file : null
}

async function drawSmaller(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = fittedSize(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  // JPEG knows no transparency: what is see-through becomes paper.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', PICTURE_LIMITS.quality))
}
