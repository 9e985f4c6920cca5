/** The recovery codes, once. Leaving the page is the trader's own word that they are kept. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { ButtonLink, Card, CopyButton, Note, Stack, Two, token } from '../../ui'
import { useTenant } from '../../visitor/site'

const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: ${token.space[2]} ${token.space[4]};
  padding: ${token.space[4]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  direction: ltr;
  font: 500 ${token.type.md}/1.5 ${token.font.mono};
`
const Title = styled.h2`
  font-size: ${token.type.lg};
  font-weight: 600;
  outline: 0;
`

export function RecoveryCodes({ codes, isRenewed }: { codes: readonly string[]; isRenewed: boolean }) {
  const { t } = useTranslation('account')
  const { name } = useTenant()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = codes.join('\n')
  const file = `${t('recovery.fileHead', { brand: name })}\n\n${text}\n`
  return (
    <Card $pad $flat>
      <Stack>
        <Title ref={title} tabIndex={-1}>
          {t(isRenewed ? 'recovery.renewedTitle' : 'recovery.onTitle')}
        </Title>
        <Note tone="warn">{t('recovery.once')}</Note>
        <Codes>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Two>
          <CopyButton text={text} label={t('recovery.copy')} copiedLabel={t('public:copied')} size="lg" block />
          <ButtonLink
            variant="secondary"
            size="lg"
            icon="download"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="recovery-codes.txt"
          >
            {t('recovery.download')}
          </ButtonLink>
        </Two>
        <ButtonLink variant="primary" size="lg" block href={paths.mine.twoStep()}>
          {t('recovery.saved')}
        </ButtonLink>
      </Stack>
    </Card>
  )
}
