/** Log out: asks first and says what happens to open positions. Without JavaScript the same button posts at once. */
import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Card, ConfirmDialog, Icon, token } from '../../ui'

const Frame = styled.div`
  max-width: 560px;
`
const RowButton = styled.button`
  display: flex;
  align-items: center;
  gap: ${token.space[4]};
  width: 100%;
  min-height: 56px;
  padding: 10px ${token.space[4]};
  border-radius: ${token.radius.md};
  font-weight: 500;
  color: ${token.status.danger.text};
  svg { color: ${token.text.secondary}; }
  &:hover { background: ${token.surface.hover}; }
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
        <Card>
          <RowButton type="submit">
            <Icon name="log-out" flip />
            {t('logOut')}
          </RowButton>
        </Card>
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
