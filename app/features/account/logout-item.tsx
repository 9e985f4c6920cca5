/** Log out: asks first and says what happens to open positions. Without JavaScript the same button posts at once. */
import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../platform/paths'
import { Button, ConfirmDialog, token } from '../../ui'

const Frame = styled.div`
  max-width: 560px;
  display: grid;
  gap: ${token.space[3]};
  button { justify-content: center; }
`

export function LogoutItem() {
  const { t } = useTranslation('auth')
  const submit = useSubmit()
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formAction === paths.action.logout()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Frame>
      <Form
        method="post"
        action={paths.action.logout()}
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsking(true)
        }}
      >
        <Button type="submit" variant="danger-text" size="lg" block icon="log-out">
          {t('logOut')}
        </Button>
      </Form>
      <ConfirmDialog
        open={isAsking}
        tone="danger"
        title={t('logOutTitle')}
        text={t('logOutText')}
        confirmLabel={t('logOut')}
        cancelLabel={t('stay')}
        busy={isBusy}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => submit(null, { method: 'post', action: paths.action.logout() })}
      />
    </Frame>
  )
}
