import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../../platform/paths'
import { Link, Note } from '../../ui'

/** Says what a demo account cannot do and how to come by one that can. */
export function DemoNote() {
  const { t } = useTranslation('user')
  return (
    <Note tone="info" icon="info">
      <b>{t('needsRealAccount')}</b> {t('demoOff')}{' '}
      <Trans
        t={t}
        i18nKey="registerOrLogIn"
        components={{ register: <Link inline href={paths.register()} />, login: <Link inline href={paths.login()} /> }}
      />
    </Note>
  )
}
