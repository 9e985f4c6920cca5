/** Where the mail of a price alert leads: asks once, and says when the mails are off. Whole without scripts. */
import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, Card, Note, Stack, Text } from '../../ui'
import { Narrow } from '../../ui/narrow'
import type { AlertMailData } from './alert-mail.server'

interface AlertMailPageProps {
  readonly data: AlertMailData
  readonly answer: { readonly problem: string } | null
}

export function AlertMailPage({ data, answer }: AlertMailPageProps) {
  const { t } = useTranslation('notice')
  const isBusy = useNavigation().formMethod === 'POST'
  const problem = answer?.problem ?? data.problem
  const isOff = problem === '' && (answer !== null || !data.sendsMail)
  return (
    <Narrow>
      <Card $pad $flat>
        {isOff ? (
          <Text role="status">{t('alertMail.done')}</Text>
        ) : (
          <Stack>
            {problem === '' ? null : (
              <Note tone="danger" role="alert">
                {problem}
              </Note>
            )}
            {data.problem === '' ? (
              <Form method="post">
                <Stack>
                  <Text>{t('alertMail.ask')}</Text>
                  <input type="hidden" name="key" value={data.key} />
                  <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
                    {t('alertMail.submit')}
                  </Button>
                </Stack>
              </Form>
            ) : null}
          </Stack>
        )}
      </Card>
    </Narrow>
  )
}
