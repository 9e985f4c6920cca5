import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { NonceTemplate } from './nonce-template.server'

const STAND_IN = 'c3RhbmQtaW4tb2YtYS1wYWdl'
const NONCE = 'bm9uY2Utb2YtYW4tYW5zd2Vy'
const rows = Array.from({ length: 400 }, (_, index) => `<tr><td>EUR/USD 報價 ${index}</td></tr>`).join('')
const html = `<html><meta nonce="${STAND_IN}" content="${STAND_IN}"><body>${rows}<script nonce="${STAND_IN}">1</script>${rows}</body></html>`
const expected = html.replaceAll(STAND_IN, NONCE)

describe('a page written once and sent with many nonces', () => {
  test('carries the nonce of the answer in every place, and nothing of the one it was written with', async () => {
    const template = new NonceTemplate(html, STAND_IN)
    expect(template.places).toBe(3)
    expect((await template.withNonce(NONCE, 'identity')).toString()).toBe(expected)
  })

  test('is the same page as gzip, whose checksum and length any reader accepts', async () => {
    const template = new NonceTemplate(html, STAND_IN)
    const zipped = await template.withNonce(NONCE, 'gzip')
    expect(gunzipSync(zipped).toString()).toBe(expected)
    expect(zipped.length).toBeLessThan(expected.length / 4)
  })

  test('has the right checksum for any nonce', async () => {
    const template = new NonceTemplate(html, STAND_IN)
    for (let round = 0; round < 200; round++) {
      const nonce = randomBytes(18).toString('base64')
      expect(gunzipSync(await template.withNonce(nonce, 'gzip')).toString()).toBe(html.replaceAll(STAND_IN, nonce))
    }
  })

  test('does not let an earlier answer change when a later one is made', async () => {
    const template = new NonceTemplate(html, STAND_IN)
    const first = await template.withNonce(NONCE, 'gzip')
    await template.withNonce('b3RoZXItb3RoZXItb3RoZXIt', 'gzip')
    expect(gunzipSync(first).toString()).toBe(expected)
  })

  test.each(['', STAND_IN, `${STAND_IN}${STAND_IN}`, `${STAND_IN}x`, 'no nonce at all'])('holds for the page "%s"', async (page) => {
    const zipped = await new NonceTemplate(page, STAND_IN).withNonce(NONCE, 'gzip')
    expect(gunzipSync(zipped).toString()).toBe(page.replaceAll(STAND_IN, NONCE))
  })

  test('refuses a nonce that does not fit its places', async () => {
    await expect(new NonceTemplate(html, STAND_IN).withNonce(`${NONCE}=`, 'identity')).rejects.toThrow('another length')
  })
})
