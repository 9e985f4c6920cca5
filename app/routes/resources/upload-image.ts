/** Takes one picture of a form and hands it on to the broker. The answer is for a script; the form without one posts to its page. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { takeForm } from '~/forms/take-form.server'
import { sendPicture } from '~/pictures/send-picture.server'
import type { UploadAnswer } from '~/pictures/upload-picture'

const answer = (body: UploadAnswer, status: number) => Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })

export async function action({ request, context }: ActionFunctionArgs) {
  const trader = context.tenant === null ? null : await context.trader()
  // Refused before the picture is read.
  if (trader === null) return answer({ done: false, message: '', isSessionEnded: true }, 401)
  const file = (await takeForm(request)).get('file')
  const sent = await sendPicture(context, file instanceof File ? file : null)
  if (sent.ok) return answer({ done: true, url: sent.data.url }, 200)
  return answer({ done: false, message: sent.error.msg, isSessionEnded: sent.error.name === 'SESSION_INVALID' }, 422)
}
