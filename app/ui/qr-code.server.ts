/**
 * Draws a QR code on the server, so that the library and what is in the code's text stay out of the browser's scripts.
 * Level H: up to three tenths of the modules may be unreadable, on a scratched screen or a bad print.
 */
import { create } from 'qrcode'
import type { QrDrawing } from '.'

export function drawQrCode(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'H' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue
      const from = x
      while (x < size && modules.get(y, x)) x++
      path += `M${from} ${y}h${x - from}v1h${from - x}z`
    }
  }
  return { size, path }
}
