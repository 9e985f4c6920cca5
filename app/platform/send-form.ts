/** Sends a form to its action. A broken network is an answer of the page's own, so that nothing that was typed is lost. */
import type { ClientActionFunctionArgs } from '@remix-run/react'

export interface SentForm {
  /** Empty where the form has no such field. */
  text(name: string): string
  readonly texts: Readonly<Record<string, string>>
}

/** @param unsent what the page shows when the form did not reach the server, or its answer did not come back */
export async function sendForm<Answer>(
  { request, serverAction }: ClientActionFunctionArgs,
  unsent: (form: SentForm) => Answer,
): Promise<unknown> {
  const copy = request.clone()
  try {
    return await serverAction()
  } catch (failure) {
    if (failure instanceof Response) throw failure
    const fields = [...(await copy.formData())].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
    const texts = Object.fromEntries(fields)
    // With its status, so that nothing is read anew over the same broken network.
    return Response.json(unsent({ text: (name) => texts[name] ?? '', texts }), { status: 503 })
  }
}
