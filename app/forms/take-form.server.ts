/** What was posted, as a form: every action reads its body here, after it knows who is asking. */

/** @throws 400 for a body that is no form. One that is too long or was broken off is answered by the door, whatever is thrown here. */
export async function takeForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new Response(null, { status: 400 })
  }
}
