/** About a wrong word: where it stands, in which language, what it says and what would be better. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Card, Link, Note, token } from '../../ui'
import { Narrow } from '../../ui/narrow'
import type { WordingAnswer, WordingData } from './wording-data'
import { WordingForm } from './wording-form'

const Lead = styled.p`
  color: ${token.text.secondary};
`

interface WordingPageProps {
  readonly data: WordingData
  readonly answer: WordingAnswer | null
}

export function WordingPage({ data, answer }: WordingPageProps) {
  const { t } = useTranslation('account')
  return (
    <Narrow>
      <Lead>{t('wording.lead')}</Lead>
      <Card $pad $flat>
        {/* Somebody who signs in meanwhile has another form: no captcha. */}
        <WordingForm key={String(data.isSignedIn)} data={data} answer={answer} />
      </Card>
      <Note icon="message-square">
        {t('wording.other')}{' '}
        <Link inline href={paths.feedback()}>
          {t('user:feedback')}
        </Link>
      </Note>
    </Narrow>
  )
}
