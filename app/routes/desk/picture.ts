/** A picture at the desk. Never kept by a browser, and never anything but a picture. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { sendPicture } from '~/features/desk/review/picture.server'

export const loader = ({ request, context }: LoaderFunctionArgs) => sendPicture(request, context)
