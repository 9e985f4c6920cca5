/** A statement by its short address, as it stands on paper: `/mine/statements/2026-10`. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.mine.statements({ period: params.period }))
