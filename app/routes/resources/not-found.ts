/** Whatever is not a page leads home, without a message. */
import { redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'

export function loader() {
  throw redirect(paths.home())
}

export function action() {
  throw redirect(paths.home())
}
