/** Says to whoever looks after a company's settings that an edit of its files is not live, and why. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { BrandProblem } from '../../../../contract/desk/brand'
import { Note, token } from '../../../ui'

const Problems = styled.ul`
  display: grid;
  gap: ${token.space[1]};
  margin-block-start: ${token.space[1]};
  li { overflow-wrap: anywhere; }
`

export function BrandNotice({ problems }: { readonly problems: readonly BrandProblem[] }) {
  const { t } = useTranslation('desk')
  if (problems.length === 0) return null
  return (
    <Note tone="warn" role="status">
      <b>{t('shell.brandProblem')}</b>
      <Problems>
        {problems.map(({ file, path, reason }) => (
          <li key={`${file} ${path} ${reason}`} dir="ltr">
            {path === '' ? file : `${file}, ${path}`}: {reason}
          </li>
        ))}
      </Problems>
    </Note>
  )
}
