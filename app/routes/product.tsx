import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { CompanyDirectory } from '~/features/companies/company-directory'
import { loadDirectory } from '~/features/companies/load-directory.server'
import { pageTitle } from '~/platform/page-title'
import { paths } from '~/platform/paths'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['product', 'public'], shell: 'bare' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Search. On the main site it searches the companies; a company's own search opens with its issue. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.tenant !== null) throw redirect(paths.home())
  return loadDirectory(context, new URL(request.url).searchParams.get('name') ?? '')
}

export default function Product() {
  return <CompanyDirectory data={useLoaderData<typeof loader>()} />
}
