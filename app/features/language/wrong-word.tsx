/** Where the languages are chosen, a reader who is not content with one of them can say so. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Icon, Link, token } from '../../ui'

const Line = styled.p`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  min-height: 44px;
  padding-inline: ${token.space[4]};
  margin-block-start: ${token.space[3]};
  color: ${token.text.muted};
`

/** @param from the screen from which the reader came, null where nobody knows: it is what the words stand on */
export function WrongWord({ from }: { readonly from: string | null }) {
  const { t } = useTranslation('account')
  // A choice of language reads the page again, and nobody came from here.
  const [screen] = useState(from)
  return (
    <Line>
      <Icon name="pencil" size={16} />
      <Link href={paths.wording({ screen: screen ?? undefined })}>{t('wording.title')}</Link>
    </Line>
  )
}
