import type { RouteHandle } from '~/platform/route-handle'

export const handle: RouteHandle = { i18n: ['public'], shell: 'tabs', bar: 'brand' }

export default function Page() {
  return <h1>user</h1>
}
