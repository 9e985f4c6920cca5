import { useLocation } from '@remix-run/react'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { pagePath } from '../../addresses/route-access'
import { Link, Note } from '../../ui'

/** A demo trader may look at them, as at every page that any login opens; adding one is the real account's. */
const PAYOUT_PAGES: ReadonlySet<string> = new Set([paths.mine.coinAddresses(), paths.mine.bankCards(), pagePath('/mine/withdraw-way')])

/** Says what a demo account cannot do on this page and how to come by one that can. */
export function DemoNote() {
  const { t } = useTranslation('user')
  const isAboutPayout = PAYOUT_PAGES.has(pagePath(useLocation().pathname))
  return (
    <Note tone="info" icon="info">
      <b>{t('needsRealAccount')}</b> {t(isAboutPayout ? 'demoNoPayout' : 'demoOff')}{' '}
      <Trans
        t={t}
        i18nKey="registerOrLogIn"
        components={{ register: <Link inline href={paths.register()} />, login: <Link inline href={paths.login()} /> }}
      />
    </Note>
  )
}
