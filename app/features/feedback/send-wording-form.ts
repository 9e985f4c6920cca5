/** What was not sent is an answer too: everything stays as it is. */
import type { ClientActionFunctionArgs } from '@remix-run/react'
import { sendForm } from '../../forms/send-form'
import { isLanguage } from '../../language/language'
import type { WordingAnswer } from './wording-data'

export function sendWordingForm(args: ClientActionFunctionArgs) {
  return sendForm(args, ({ text, message }): WordingAnswer => {
    const language = text('language')
    return {
      screen: text('screen'),
      language: isLanguage(language) ? language : 'en',
      words: text('words'),
      text: text('text'),
      email: text('email'),
      problems: {},
      message,
      refusal: 'NETWORK_ERROR',
      formKey: text('form_key'),
    }
  })
}
