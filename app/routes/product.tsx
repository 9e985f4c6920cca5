import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { CompanyDirectory } from '~/features/companies/company-directory'
import { loadDirectory } from '~/features/companies/load-directory.server'
import { ComingScreen } from '~/features/shell/coming-screen'
import { loadTitle } from '~/platform/load-title.server'
import { pageTitle } from '~/platform/page-title'
import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['product', 'public'], shell: 'page' }

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, args.data?.title)

/** Search. On the main site it searches the companies; a company's own search opens with its issue. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.tenant !== null) return { ...(await loadTitle(context, 'public:searchMarkets')), directory: null }
  const directory = await loadDirectory(context, new URL(request.url).searchParams.get('name') ?? '', request.headers.get('cookie'))
  return { title: directory.title, directory }
}

export default function Product() {
  const { directory } = useLoaderData<typeof loader>()
  return directory === null ? <ComingScreen /> : <CompanyDirectory data={directory} />
}
