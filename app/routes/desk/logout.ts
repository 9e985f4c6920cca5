/** Ends the operator's session at the broker and in the browser. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { signOutOfDesk } from '~/features/desk/shell/sign-in.server'

export function loader() {
  throw redirect(paths.desk.home())
}

export const action = ({ request, context }: ActionFunctionArgs) => signOutOfDesk(request, context)
