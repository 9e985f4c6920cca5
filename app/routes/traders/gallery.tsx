import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { GalleryPage } from '~/features/gallery/gallery-page'
import { loadGallery } from '~/features/gallery/load-gallery.server'
import type { RouteHandle } from '~/page/route-handle'

export const handle: RouteHandle = {
  i18n: ['account', 'auth', 'desk', 'documentary', 'financial', 'news', 'order', 'product', 'public', 'tabbar', 'trade', 'user', 'wallet'],
  shell: 'bare',
}

export const meta: MetaFunction = () => [{ title: 'Component gallery' }, { name: 'robots', content: 'noindex' }]

export const loader = ({ request, context }: LoaderFunctionArgs) => loadGallery(request, context)

export default function Gallery() {
  return <GalleryPage data={useLoaderData<typeof loader>()} />
}
