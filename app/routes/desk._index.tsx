/** The desk opens with the first queue that its operator may see. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import { firstEntry } from '~/features/desk/shell/desk-navigation'
import { deskCompany, requireOperator } from '~/platform/desk-guards.server'
import type { RouteHandle } from '~/platform/route-handle'
import { EmptyState } from '~/ui'

export const handle: RouteHandle = { i18n: ['desk'] }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context)
  const company = deskCompany(request, operator)
  const entry = company === null ? undefined : firstEntry(company.permissions)
  if (company !== null && entry !== undefined) throw redirect(entry.href({ company: company.id }))
  return null
}

export default function DeskHome() {
  const { t } = useTranslation('desk')
  return <EmptyState level={1} art="none" title={t('shell.nothing')} text={t('shell.nothingText')} />
}
