/** The frame of the sign-in screens: bar, one column with the form, and beside it (desktop) what the markets do. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { BarLink } from '../../frame/bar-link'
import { languageFacts } from '../../language/language'
import { BrandMark, Flag, IconLink, media, RiskLine, token } from '../../ui'
import { useSite, useTenant } from '../../visitor/site'
import type { BoardRow } from './sign-in-data'
import { SignInSide } from './sign-in-side'

const Layout = styled.div`
  min-height: 100dvh;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto 1fr;
  ${media.desktop} {
    grid-template-columns: minmax(520px, 5fr) 6fr;
    grid-template-rows: 64px 1fr;
    > aside { grid-column: 2; grid-row: 1 / 3; }
  }
`
const Bar = styled.header`
  display: flex;
  align-items: center;
  min-height: ${token.size.bar};
  padding-inline: ${token.space[4]} ${token.space[2]};
  > a:first-child { margin-inline-end: auto; }
  ${media.desktop} { padding-inline: ${token.space[8]}; }
`
const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${token.space[5]};
  width: 100%;
  max-width: 440px;
  margin-inline: auto;
  padding: ${token.space[6]} ${token.space[5]} ${token.space[8]};
  ${media.desktop} { align-content: center; padding-block-end: 96px; }
  > [data-only='touch'] { text-align: center; }
  h1 { font: ${token.font.displayWeight} 28px/1.15 ${token.font.display}; letter-spacing: ${token.font.displayTrack}; }
`
const FrameHead = styled.div`
  display: grid;
  gap: 6px;
  > p { color: ${token.text.secondary}; }
`

/** One quiet line under the form. */
export const Centred = styled.p`
  text-align: center;
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
`

interface SignInFrameProps {
  readonly title: string
  readonly text?: ReactNode
  readonly board: readonly BoardRow[]
  readonly children: ReactNode
}

export function SignInFrame({ title, text, board, children }: SignInFrameProps) {
  const { t } = useTranslation('public')
  const tenant = useTenant()
  const { language } = useSite()
  const { flag, ownName, tag } = languageFacts(language)
  return (
    <Layout>
      <Bar>
        <BrandMark name={tenant.name} logo={tenant.logoPath} label={t('brandHome', { name: tenant.name })} />
        <BarLink href={paths.language()} aria-label={t('languageIs', { name: ownName })}>
          <Flag country={flag} />
          <span aria-hidden="true">{tag.startsWith('zh') ? ownName.slice(0, 1) : tag.toUpperCase()}</span>
        </BarLink>
        <span data-only="touch">
          <IconLink icon="x" label={t('close')} href={paths.home()} />
        </span>
      </Bar>
      <Column>
        <FrameHead>
          <h1>{title}</h1>
          {text === undefined ? null : <p>{text}</p>}
        </FrameHead>
        {children}
        <span data-only="touch">
          <RiskLine>{t('riskLine')}</RiskLine>
        </span>
      </Column>
      <SignInSide board={board} />
    </Layout>
  )
}
