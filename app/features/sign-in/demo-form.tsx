import { Form, useNavigation } from '@remix-run/react'
import Cookies from 'js-cookie'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { COOKIE } from '../../cookies/cookies'
import { Button, decimalText } from '../../ui'
import { Centred } from './sign-in-frame'

const never = () => () => {}

/** Whether this browser keeps the id of a demo account. The server reads the same cookie. */
function useKeepsDemo(onServer: boolean): boolean {
  return useSyncExternalStore(
    never,
    () => Boolean(Cookies.get(COOKIE.demoId)),
    () => onServer,
  )
}

interface DemoFormProps {
  readonly from: string | null
  readonly balance: string | null
  readonly hasDemo: boolean
}

/** One tap to a demo account: the one this browser had, or a new one. */
export function DemoForm({ from, balance, hasDemo }: DemoFormProps) {
  const { t } = useTranslation('auth')
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formAction === paths.action.demoAccount()
  const isKept = useKeepsDemo(hasDemo)
  const hint = balance === null ? t('noEmailNeeded') : t('demoHint', { amount: decimalText(balance, { decimals: 0 }) })
  return (
    <>
      <Form method="post" action={paths.action.demoAccount()}>
        {from === null ? null : <input type="hidden" name="from" value={from} />}
        <Button type="submit" variant="secondary" size="lg" block icon="flask-conical" busy={isBusy}>
          {t(isKept ? 'continueDemo' : 'createDemo')}
        </Button>
      </Form>
      <Centred>{isKept ? t('demoKept') : hint}</Centred>
    </>
  )
}
