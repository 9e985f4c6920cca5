/** Mails by SMTP: kept connections, encrypted on the way unless the server is this machine, one recipient a mail. */
import { isThisMachine } from '../../rules/this-machine'
import { type Carrier, type OutgoingMessage, SendFailure } from './carrier'
import { BATCH } from './message-store'

/** `url` is `smtp://user:password@host:587` or `smtps://…`. Without `from` a tenant's own address is the sender. */
export interface MailSettings {
  readonly url: string
  readonly from?: string | undefined
}

const STEP_TIMEOUT_MS = 10_000
/** The few signs that an address may hold; lists, names, routes and line breaks are none of them. */
const PLAIN_ADDRESS = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]+@[\p{L}\p{N}.-]+$/u

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly message?: string
  readonly response?: string
  readonly responseCode?: number
}

export function smtpCarrier({ url, from }: MailSettings): Carrier {
  const options = transportOptions(url)
  let opening: ReturnType<typeof openTransport> | undefined
  return {
    async send({ content, reference, createdAt }: OutgoingMessage, signal) {
      const address = from ?? content.sender.email
      if (!PLAIN_ADDRESS.test(content.to)) throw new SendFailure('not an address', true)
      opening ??= openTransport(options)
      const transport = await opening
      try {
        await transport.sendMail({
          // Objects and an envelope of our own: a text would be read as a list, and a comma in it as a second reader.
          from: { name: content.sender.name, address },
          to: { name: '', address: content.to },
          envelope: { from: address, to: [content.to] },
          ...(address !== content.sender.email && { replyTo: { name: content.sender.name, address: content.sender.email } }),
          subject: content.subject,
          text: content.text,
          html: content.html,
          date: new Date(createdAt),
          messageId: `<${reference}@${address.split('@').at(-1)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': content.languageTag },
          signal,
        })
      } catch (error) {
        throw failureOf(error as SmtpError)
      }
    },
    close: () => void opening?.then((transport) => transport.close()),
  }
}

/** Null when the server answers, encrypts and takes our name; else why not, without anything that was said to it. */
export async function canSendMail(url: string): Promise<string | null> {
  const transport = await openTransport(transportOptions(url))
  try {
    await transport.verify()
    return null
  } catch (error) {
    return failureOf(error as SmtpError).message
  } finally {
    transport.close()
  }
}

/** Most servers never send a mail by themselves: the library is loaded with the first. */
async function openTransport(options: ReturnType<typeof transportOptions>) {
  const { createTransport } = await import('nodemailer')
  return createTransport(options)
}

function transportOptions(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const isHere = isThisMachine(host)
  return {
    pool: true as const,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: !secure && !isHere,
    // A mail server on this machine carries a certificate that it made itself; nothing leaves the machine on the way to it.
    tls: { rejectUnauthorized: !isHere },
    maxConnections: BATCH,
    // What failed waits in our queue, where its attempts are counted.
    maxRequeues: 0,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * A 5xx on the recipient or on the mail itself is for good. One on the sign-in or on our own address is a setting to be mended, for
 * which no message is lost.
 */
function failureOf({ code = '', command, message = '', response, responseCode }: SmtpError): SendFailure {
  if (responseCode === undefined) {
    const reason = code === 'ESOCKET' ? (/\bE[A-Z]{4,20}\b/.exec(message)?.[0] ?? code) : code
    return new SendFailure(/^[A-Z_]{3,30}$/.test(reason) ? reason : 'no connection', false)
  }
  const step = /^(EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO|DATA)/.exec(command ?? '')?.[1] ?? ''
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? ''
  const isPermanent = responseCode >= 500 && (step === 'RCPT TO' || step === 'DATA')
  return new SendFailure(['SMTP', String(responseCode), detail, step].filter((part) => part !== '').join(' '), isPermanent)
}
