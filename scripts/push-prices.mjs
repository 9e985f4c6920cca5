// An example of a process that posts prices (docs/market-file.md, "http-push"): lines of JSON from standard input, signed and sent.
//
//   node scripts/push-prices.mjs keygen
//   echo '{"seq":1,"code":"EURUSD","bid":"1.08650","ask":"1.08652"}' | node scripts/push-prices.mjs ADDRESS SOURCE KEY PRIVATE_KEY
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { text } from 'node:stream/consumers'

const [address, source, keyName, privateKey] = process.argv.slice(2)
if (address === 'keygen') {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  console.log(`private, for whoever posts: ${d}\npublic, for the market's file: ${x}`)
} else {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: privateKey, x: '' }, format: 'jwk' })
  const body = await text(process.stdin)
  const time = String(Date.now())
  const signature = sign(null, Buffer.from(`candor-feed\n${source}\n${time}\n${body}`), key).toString('base64url')
  const headers = { 'x-feed-key': keyName, 'x-feed-time': time, 'x-feed-signature': signature }
  const response = await fetch(address, { method: 'POST', headers, body })
  console.log(response.status, await response.text())
  process.exitCode = response.ok ? 0 : 1
}
