import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { media, token } from './token'

/** A surface that stands on the page. `flat` loses surface and padding on touch layouts: forms. */
export const Card = styled.section<{ $pad?: boolean; $flat?: boolean }>`
  background: ${token.surface.surface};
  border-radius: ${token.radius.md};
  box-shadow: ${token.shadow.card};
  min-width: 0;
  --mark-ring: ${token.surface.surface};
  padding: ${({ $pad }) => ($pad ? token.space[4] : '0')};
  ${media.desktop} { padding: ${({ $pad }) => ($pad ? token.space[6] : '0')}; }
  ${media.touch} {
    ${({ $flat }) => ($flat ? `background: none; box-shadow: none; padding: 0; border-radius: 0; --mark-ring: ${token.surface.canvas};` : '')}
  }
`

/** Head line of a card: heading at the start, a link or status at the end. */
export const CardHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[3]};
  padding: 14px ${token.space[4]} 10px;
  font-size: ${token.type.md};
  font-weight: 600;
  h2, h3 { font-size: inherit; }
  a { font-size: ${token.type.sm}; }
`

/** A page that stands on the main site too, where no frame gives it room. */
export const onMainSite = css`
  &[data-main-site] {
    margin-inline: auto;
    padding: ${token.space[6]} ${token.space[4]} ${token.space[12]};
    ${media.tablet} { padding-inline: ${token.space[6]}; }
  }
`

type Step = keyof typeof token.space

/** Children under one another. */
export const Stack = styled.div<{ $gap?: Step }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${({ $gap = 4 }) => token.space[$gap]};
`

/** Children beside one another; `$between` pushes them apart. */
export const Row = styled.div<{ $gap?: Step; $between?: boolean; $wrap?: boolean; $align?: 'center' | 'start' | 'end' | 'baseline' }>`
  display: flex;
  align-items: ${({ $align = 'center' }) => ($align === 'start' ? 'flex-start' : $align === 'end' ? 'flex-end' : $align)};
  justify-content: ${({ $between }) => ($between ? 'space-between' : 'flex-start')};
  flex-wrap: ${({ $wrap }) => ($wrap ? 'wrap' : 'nowrap')};
  gap: ${({ $gap = 2 }) => token.space[$gap]};
  min-width: 0;
`

/** Two equal columns, for pairs of buttons. */
export const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${token.space[2]};
`

export const Text = styled.span<{
  $tone?: 'primary' | 'secondary' | 'muted' | 'up' | 'down' | 'danger' | 'ok'
  $size?: 'xxs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  $weight?: 400 | 500 | 600
}>`
  color: ${({ $tone }) =>
    $tone === undefined
      ? 'inherit'
      : {
          primary: token.text.primary,
          secondary: token.text.secondary,
          muted: token.text.muted,
          up: token.direction.upText,
          down: token.direction.downText,
          danger: token.status.danger.text,
          ok: token.status.ok.text,
        }[$tone]};
  font-size: ${({ $size }) => ($size ? token.type[$size] : 'inherit')};
  font-weight: ${({ $weight }) => $weight ?? 'inherit'};
`

/** Title of a page in the display font. */
export const PageTitle = styled.h1`
  font: ${token.font.displayWeight} ${token.type.xxl}/1.2 ${token.font.display};
  letter-spacing: ${token.font.displayTrack};
`

/** Small heading over a group. */
export const SectionTitle = styled.h2`
  font-size: ${token.type.sm};
  font-weight: 600;
  color: ${token.text.secondary};
  letter-spacing: 0;
`

/** The sentence about risk; small and quiet, never hidden. */
export const RiskLine = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`

export const Divider = styled.hr`
  height: 1px;
  border: 0;
  background: ${token.border.hairline};
`

/** Content column of the whole page. `$tabBar` keeps clear of the tab bar on touch layouts. */
export const Page = styled.main<{ $tabBar?: boolean; $pad?: boolean }>`
  outline: 0;
  padding: ${({ $pad = false }) => ($pad ? token.space[4] : '0')};
  ${media.tablet} { padding: ${({ $pad = false }) => ($pad ? token.space[6] : '0')}; }
  ${media.touch} { padding-block-end: ${({ $tabBar, $pad }) => ($tabBar ? `calc(${token.size.tabbar} + env(safe-area-inset-bottom) + ${$pad ? '16px' : '0px'})` : undefined)}; }
`

/** A side navigation and what stands beside it, on a desktop. */
export const SideNavFrame = styled.div`
  ${media.desktop} {
    display: grid;
    grid-template-columns: 216px minmax(0, 1fr);
    gap: ${token.space[8]};
    max-width: ${token.size.content};
    margin-inline: auto;
    padding: ${token.space[6]} ${token.space[6]} ${token.space[16]};
    align-items: start;
  }
`
const ShellMain = styled.main<{ $width: 'form' | 'full' }>`
  display: grid;
  gap: ${token.space[4]};
  padding: ${token.space[4]} ${token.space[4]} ${token.space[10]};
  align-content: start;
  grid-template-columns: minmax(0, 1fr);
  outline: 0;
  ${media.tablet} { max-width: 640px; margin-inline: auto; padding: ${token.space[6]}; }
  ${media.desktop} { margin: 0; padding: 0; gap: ${token.space[5]}; max-width: ${({ $width }) => ($width === 'form' ? '560px' : 'none')}; }
`
const ShellHead = styled.div`
  display: none;
  ${media.desktop} { display: flex; align-items: flex-end; justify-content: space-between; gap: ${token.space[4]}; }
`

interface SubPageProps {
  /** SideNav; shown from 1024 px. */
  side?: ReactNode
  /** Shown in the display font from 1024 px; MobileBar carries it below. */
  title: ReactNode
  titleEnd?: ReactNode
  /** `form` keeps to 560 px. */
  width?: 'form' | 'full'
  children: ReactNode
}

/** Side navigation and content of the account pages. */
export function SubPage({ side, title, titleEnd, width = 'full', children }: SubPageProps) {
  return (
    <SideNavFrame>
      {side ?? <div />}
      <ShellMain id="main" tabIndex={-1} $width={width}>
        <ShellHead>
          <PageTitle>{title}</PageTitle>
          {titleEnd}
        </ShellHead>
        {children}
      </ShellMain>
    </SideNavFrame>
  )
}

/** Main column and a 352 px side column from 1024 px; one column below. */
export const Columns = styled.div<{ $side?: string }>`
  display: grid;
  gap: ${token.space[4]};
  grid-template-columns: minmax(0, 1fr);
  > * { min-width: 0; }
  ${media.desktop} {
    grid-template-columns: minmax(0, 1fr) ${({ $side = '352px' }) => $side};
    gap: ${token.space[5]};
    align-items: start;
  }
`

/** Shown on some layouts only; the content is in the document for all. */
export function Only({ on, children }: { on: 'touch' | 'desktop' | 'tablet'; children: ReactNode }) {
  return (
    <div data-only={on} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

/** First stop of the keyboard. */
export function SkipLink({ label, target = '#main' }: { label: string; target?: string }) {
  return (
    <a className="skip-link" href={target}>
      {label}
    </a>
  )
}

/** Said to a screen reader, not drawn. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}
