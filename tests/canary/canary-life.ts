/** Everything a trader does with their secrets, right and wrong, through the API and through the site's own forms. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { generateSync } from 'otplib'
import sharp from 'sharp'
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint'
import { IMAGE_PATH } from '../../contract/identity'
import { ENDPOINTS } from '../../contract/index'
import { ask, type PlainAnswer } from '../e2e/plain-request'
import type { Secret } from './secret-traces'

export interface Canaries {
  readonly secrets: readonly Secret[]
  /** Codes of six digits. */
  readonly codes: readonly string[]
  /** No secret: it must be found. */
  readonly control: Secret
}

const random = (length = 12) => randomBytes(length).toString('hex')

class Life {
  readonly secrets: Secret[] = []
  readonly codes: string[] = []
  readonly email = `canary-${random(6)}@example.com`
  readonly host: string

  constructor(readonly port: number) {
    this.host = `aurora.localhost:${port}`
  }

  secret<Value extends string | Buffer>(name: string, value: Value): Value {
    if (value.length < 12) throw new Error(`${name} is too short to be looked for`)
    this.secrets.push({ name, value })
    return value
  }

  async call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token?: string,
    key?: string,
  ): Promise<{ code: number; data: OutputOf<E>; text: string }> {
    const fields = Object.fromEntries(Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)]))
    const isPost = endpoint.method === 'POST' || endpoint.postTwin
    const answer = await ask({
      host: this.host,
      path: isPost ? endpoint.path : `${endpoint.path}?${new URLSearchParams(fields)}`,
      method: isPost ? 'POST' : 'GET',
      headers: {
        lang: 'en',
        ...(token === undefined ? {} : { authorization: token }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(isPost ? { form: fields } : {}),
    })
    const { code, data } = JSON.parse(answer.text) as { code: number; data: OutputOf<E> }
    return { code, data, text: answer.text }
  }

  async must<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string, key?: string): Promise<OutputOf<E>> {
    const answer = await this.call(endpoint, input, token, key)
    if (answer.code !== 1) throw new Error(`${endpoint.path} answered ${answer.text.slice(0, 200)}`)
    return answer.data
  }

  /** A form of the site, as a browser without scripts sends it. */
  form(path: string, form: Record<string, string>, cookie = ''): Promise<PlainAnswer> {
    const headers = { origin: `http://${this.host}`, 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }) }
    return ask({ host: this.host, path, method: 'POST', headers, form })
  }

  async lastMail(to: string): Promise<{ code: string; text: string }> {
    const answer = await ask({ host: this.host, path: `/dev/outbox.json?to=${encodeURIComponent(to)}` })
    const [newest] = JSON.parse(answer.text) as { code: string; text: string }[]
    if (newest === undefined) throw new Error(`nothing was sent to ${to}`)
    if (newest.code !== '') this.codes.push(newest.code)
    return newest
  }

  /** A multipart body with one picture. */
  async upload(token: string, picture: Buffer): Promise<string> {
    const boundary = random()
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="id.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await this.raw('POST', ENDPOINTS.uploadImage.path, headers, body)
    const { code, data } = JSON.parse(answer.toString()) as { code: number; data: { url: string } }
    if (code !== 1) throw new Error(`the upload answered ${answer.toString().slice(0, 200)}`)
    return data.url
  }

  raw(method: string, path: string, headers: Record<string, string>, body: Buffer = Buffer.alloc(0)): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const all = { host: this.host, 'content-length': String(body.length), ...headers }
      const sent = request({ host: '127.0.0.1', port: this.port, path, method, headers: all }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve(Buffer.concat(parts)))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

export async function livesAndDies(port: number): Promise<Canaries> {
  const life = new Life(port)
  const device = life.secret('device', randomBytes(32).toString('base64url'))
  const token = await opensAccount(life, device)
  await isAttacked(life)
  const signedIn = await turnsOnTwoStep(life, token, device)
  await provesIdentity(life, signedIn)
  await isDemo(life)
  // The address itself is kept plain: mails go there.
  return { secrets: life.secrets, codes: life.codes, control: { name: 'e-mail address', value: life.email } }
}

async function opensAccount(life: Life, device: string): Promise<string> {
  const { email } = life
  const password = life.secret('password', `Canary ${random()} pw`)
  await life.must(ENDPOINTS.sendEmailCode, { to: email, type: '1' })
  const { code } = await life.lastMail(email)
  const draft = {
    type: 'email' as const,
    area_id: 'GB',
    account: email,
    password,
    re_password: password,
    key: '',
    mobile: '07400123456',
    device,
  }
  await life.call(ENDPOINTS.register, { ...draft, sms_code: '000000' })
  const registered = await life.must(ENDPOINTS.register, { ...draft, sms_code: code }, undefined, `key-${random()}`)
  life.secret('session token of registering', registered.token)

  const changed = life.secret('password after a reset', `Canary ${random()} reset`)
  await life.must(ENDPOINTS.sendEmailCode, { to: email, type: '2' })
  const reset = await life.lastMail(email)
  await life.must(ENDPOINTS.resetPassword, {
    type: 'email',
    account: email,
    new_password: changed,
    secondary_password: changed,
    auth_code: reset.code,
  })
  const { token } = await life.must(ENDPOINTS.login, { account: email, password: changed, login_type: 'email', device })
  life.secret('session token of signing in', token)
  const stranger = life.secret('device of a stranger', randomBytes(32).toString('base64url'))
  const elsewhere = await life.must(ENDPOINTS.login, { account: email, password: changed, login_type: 'email', device: stranger })
  life.secret('session token of another device', elsewhere.token)
  const notice = await life.lastMail(email)
  life.secret('key of the link "this was not me"', /\/not-me#([\w-]+)/.exec(notice.text)?.[1] ?? '')
  const { ticket } = await life.must(ENDPOINTS.createSocketTicket, {}, token)
  life.secret('socket ticket', ticket)
  return token
}

/** What comes in wrong is what programs like to write down. */
async function isAttacked(life: Life): Promise<void> {
  const typed = life.secret('password typed wrong', `Canary ${random()} wrong`)
  const fields = { account: life.email, password: typed, login_type: 'email' }
  await life.form(ENDPOINTS.login.path, fields)
  await life.form('/login', fields)
  await life.form('/login?from=/order', { ...fields, login_type: 'mobile', area_id: 'GB' })
  await life.form('/register', { type: 'email', account: life.email, password: typed, re_password: typed, sms_code: '1', area_id: 'GB' })
  await life.form('/forgot', { type: 'email', account: life.email, new_password: typed, secondary_password: typed, auth_code: '1' })
  const json = { 'content-type': 'application/json' }
  await life.raw('POST', ENDPOINTS.login.path, json, Buffer.from(`{"account":"x","password":"${typed}"`))
  await life.raw('POST', ENDPOINTS.login.path, json, Buffer.from(JSON.stringify({ ...fields, password: [typed] })))
  await life.raw('POST', ENDPOINTS.login.path, { 'content-type': 'text/xml' }, Buffer.from(typed))
  await life.raw('POST', ENDPOINTS.uploadImage.path, { 'content-type': 'multipart/form-data; boundary=x' }, Buffer.from(typed))
  await life.raw('GET', `/api/nothing?token=${encodeURIComponent(typed)}`, {})
  await life.raw('GET', `/login?from=${encodeURIComponent(`/${typed}`)}&token=${encodeURIComponent(typed)}`, {
    authorization: typed,
    cookie: `candor_session=${encodeURIComponent(typed)}`,
  })
}

async function turnsOnTwoStep(life: Life, token: string, device: string): Promise<string> {
  const password = String(life.secrets.find(({ name }) => name === 'password after a reset')?.value)
  const { secret, uri } = await life.must(ENDPOINTS.startTwoStep, { password }, token)
  life.secret('secret of the authenticator', secret)
  life.secret('address of the authenticator', uri)
  await life.call(ENDPOINTS.enableTwoStep, { code: '000000' }, token)
  const enabled = await enableWithin(life, token, secret)
  for (const [index, recovery] of enabled.entries()) life.secret(`recovery code ${index + 1}`, recovery)
  const refused = await life.call(ENDPOINTS.login, { account: life.email, password, login_type: 'email', device })
  const challenge = (JSON.parse(refused.text) as { details?: { challenge?: string } }).details?.challenge ?? ''
  life.secret('challenge of a two-step sign-in', challenge)
  const signedIn = await life.must(ENDPOINTS.loginTwoStep, { challenge, code: enabled[0] ?? '', device })
  life.secret('session token after two steps', signedIn.token)
  return signedIn.token
}

/** The server's clock is shifted: the code of its present step is found by its own answers' date. */
async function enableWithin(life: Life, token: string, secret: string): Promise<string[]> {
  const answer = await ask({ host: life.host, path: ENDPOINTS.listInstruments.path, headers: { lang: 'en' } })
  const instruments = (JSON.parse(answer.text) as { data: { ForexQuotations: { Time: number } }[] }).data
  const now = Math.max(...instruments.map(({ ForexQuotations }) => ForexQuotations.Time))
  const { recovery_codes } = await life.must(
    ENDPOINTS.enableTwoStep,
    { code: generateSync({ secret, epoch: Math.floor(now / 1000) }) },
    token,
  )
  return recovery_codes
}

async function provesIdentity(life: Life, token: string): Promise<void> {
  const marker = life.secret('place in the picture’s metadata', `Canary place ${random()}`)
  const pictures = await Promise.all(
    ['#224466', '#664422'].map((background) =>
      sharp({ create: { width: 400, height: 260, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
        .withExif({ IFD0: { ImageDescription: marker } })
        .jpeg()
        .toBuffer(),
    ),
  )
  const urls: string[] = []
  for (const [index, picture] of pictures.entries()) {
    life.secret(`picture ${index + 1} as it was sent`, picture.subarray(-400, -300))
    const url = await life.upload(token, picture)
    urls.push(url)
    life.secret(`address of picture ${index + 1}`, url.split('ref=')[1] ?? '')
    const kept = await life.raw('GET', `${IMAGE_PATH}?ref=${url.split('ref=')[1]}`, { authorization: token })
    if (kept.subarray(8, 12).toString() !== 'WEBP') throw new Error('the picture did not come back as WebP')
    life.secret(`picture ${index + 1} as it is kept`, kept.subarray(400, 500))
  }
  const card_id = life.secret('card number', `C${random(8).toUpperCase()}`)
  const name = life.secret('name on the card', `Canarina ${'abcdefghij'.repeat(2)} Testowa`)
  await life.call(ENDPOINTS.submitRealName, { name, card_id, front_pic: urls[0] ?? '', reverse_pic: urls[0] ?? '' }, token)
  await life.must(ENDPOINTS.submitRealName, { name, card_id, front_pic: urls[0] ?? '', reverse_pic: urls[1] ?? '' }, token)
  const { front_pic } = await life.must(ENDPOINTS.getRealName, {}, token)
  life.secret('address of a picture to look at', front_pic.split('ref=')[1] ?? '')
}

async function isDemo(life: Life): Promise<void> {
  const demo = await life.must(ENDPOINTS.createDemoAccount, {}, undefined, `key-${random()}`)
  life.secret('demo id', demo.demo_id)
  life.secret('session token of a demo account', demo.token)
}
