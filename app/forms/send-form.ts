/**
 * Sends a form to its action. One that never left the device is an answer of the page's own, so that nothing that was typed is lost;
 * one whose answer was lost is asked about until it is known (`line/send.ts`), so that it never ends here.
 */
import type { ClientActionFunctionArgs } from '@remix-run/react'
import { getI18n } from 'react-i18next'
import { LineLost } from '../line/line-lost'

interface SentForm {
  /** Empty where the form has no such field. */
  text(name: string): string
  readonly texts: Readonly<Record<string, string>>
  /** Says that it was not sent. */
  readonly message: string
}

/** @param unsent what the page shows when the form was not sent */
export async function sendForm<Answer>(
  { request, serverAction }: ClientActionFunctionArgs,
  unsent: (form: SentForm) => Answer,
): Promise<unknown> {
  const copy = request.clone()
  try {
    return await serverAction()
  } catch (failure) {
    if (!(failure instanceof LineLost)) throw failure
    const fields = [...(await copy.formData())].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
    const texts = Object.fromEntries(fields)
    const message = getI18n().t('public:connection.notSent')
    // With its status, so that nothing is read anew over the same broken network.
    return Response.json(unsent({ text: (name) => texts[name] ?? '', texts, message }), { status: 503 })
  }
}
