/** What was not sent is an answer too: everything stays as it is. */
import type { ClientActionFunctionArgs } from '@remix-run/react'
import { MESSAGE_KINDS } from '../../../contract/form-bounds'
import { sendForm } from '../../forms/send-form'
import type { FeedbackAnswer } from './feedback-data'

export function sendFeedbackForm(args: ClientActionFunctionArgs) {
  return sendForm(
    args,
    ({ text, message }): FeedbackAnswer => ({
      kind: MESSAGE_KINDS.find((kind) => kind === text('kind')) ?? null,
      text: text('text'),
      email: text('email'),
      picture: text('proofImg'),
      problems: {},
      message,
      refusal: 'NETWORK_ERROR',
      formKey: text('form_key'),
    }),
  )
}
