/** Texts by an HTTP gateway: one POST each, in the form of Twilio's Messages call or as plain JSON. */
import { type Carrier, type OutgoingMessage, SendFailure } from './carrier'

/**
 * A text is one POST to `url`. `twilio`: the Messages call of its REST interface (form fields, basic authentication with `user` and
 * `token`); `json`: `{to, from, text}` with `token` as a bearer.
 */
export interface SmsSettings {
  readonly kind: 'twilio' | 'json'
  readonly url: string
  readonly user?: string | undefined
  readonly token?: string | undefined
  readonly from?: string | undefined
}

const TIMEOUT_MS = 10_000
/** The gateway was not ready, or does not know us: nothing that is wrong with the message. */
const WORTH_ANOTHER_TRY: readonly number[] = [401, 408, 425, 429]

export function smsCarrier(settings: SmsSettings): Carrier {
  return {
    async send(message, signal) {
      const { status, body } = await post(settings, message, signal)
      await body?.cancel().catch(() => {})
      if (status >= 200 && status < 300) return
      throw new SendFailure(`HTTP ${status}`, status >= 400 && status < 500 && !WORTH_ANOTHER_TRY.includes(status))
    },
    close() {},
  }
}

async function post(settings: SmsSettings, message: OutgoingMessage, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(settings.url, {
      method: 'POST',
      ...(settings.kind === 'twilio' ? twilioRequest(settings, message) : jsonRequest(settings, message)),
      // A gateway that sends us elsewhere would be handed the text and the token.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
  } catch (error) {
    const { cause, name } = error as { readonly cause?: { readonly code?: string }; readonly name?: string }
    throw new SendFailure(name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? 'no connection'), false)
  }
}

function twilioRequest({ user = '', token = '', from = '' }: SmsSettings, { content }: OutgoingMessage): RequestInit {
  return {
    headers: { authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` },
    body: new URLSearchParams({ To: `+${content.to}`, From: from, Body: content.text }),
  }
}

function jsonRequest({ token, from = '' }: SmsSettings, { content, reference }: OutgoingMessage): RequestInit {
  return {
    headers: {
      'content-type': 'application/json',
      // A gateway that knows the header sends a text once, even when its answer got lost.
      'idempotency-key': reference,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ to: `+${content.to}`, from, text: content.text }),
  }
}
