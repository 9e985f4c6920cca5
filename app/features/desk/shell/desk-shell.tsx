/**
 * The frame of the desk: navigation at the start, the page beside it. Below 1280 px the navigation is a rail of icons, their words shown on
 * hover and focus; below 768 px a menu under a bar.
 */
import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useRouteHandle } from '../../../page/route-handle'
import { Icon, media, token } from '../../../ui'
import { DeskKeys } from './desk-keys'
import { DeskMark } from './desk-mark'
import { DeskNav, type DeskNavProps } from './desk-nav'
import { railStyle } from './rail-style'

const WIDE = '@media (min-width: 1280px)'
const RAIL = '@media (min-width: 768px) and (max-width: 1279.98px)'

const Frame = styled.div`
  font-size: ${token.type.sm};
  ${media.tablet} { display: grid; grid-template-columns: 56px minmax(0, 1fr); min-height: 100dvh; }
  ${WIDE} { grid-template-columns: 208px minmax(0, 1fr); }
`
const Side = styled.div`
  display: none;
  ${media.tablet} {
    display: grid;
    grid-template-rows: auto auto 1fr auto auto;
    gap: ${token.space[2]};
    align-content: start;
    position: sticky;
    inset-block-start: 0;
    height: 100dvh;
    overflow: auto;
    padding: 14px 10px;
    border-inline-end: 1px solid ${token.border.hairline};
    /* Without a company to choose the navigation keeps its row. */
    > nav { grid-row: 3; }
    > nav + form { grid-row: 4; }
    > nav + form + div { grid-row: 5; }
  }
  ${RAIL} { ${railStyle} }
`
const Bar = styled.details`
  position: sticky;
  inset-block-start: 0;
  z-index: ${token.layer.bar};
  background: ${token.surface.surface};
  border-block-end: 1px solid ${token.border.hairline};
  ${media.tablet} { display: none; }
  > summary {
    display: flex;
    align-items: center;
    gap: ${token.space[3]};
    min-height: ${token.size.bar};
    padding: 0 ${token.space[4]};
    font-size: ${token.type.lg};
    font-weight: 600;
    cursor: pointer;
    list-style: none;
    &::-webkit-details-marker { display: none; }
    &:focus-visible { outline: 2px solid ${token.focus}; outline-offset: -2px; }
  }
  > div {
    display: grid;
    gap: ${token.space[2]};
    max-height: calc(100dvh - ${token.size.bar});
    overflow: auto;
    position: relative;
    padding: 0 10px ${token.space[3]};
    a, button, select { min-height: 44px; }
  }
`
const Content = styled.main`
  min-width: 0;
  outline: 0;
  &[data-width='content'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: ${token.space[4]};
    padding: ${token.space[4]};
    ${media.desktop} { padding: ${token.space[6]}; }
  }
`

interface DeskShellProps extends DeskNavProps {
  readonly children: ReactNode
}

/** A page with `handle.width: 'full'` has the room to the edges of the window; the others have a margin. */
export function DeskShell({ operator, company, children }: DeskShellProps) {
  const { t } = useTranslation('desk')
  const { titleKey, width = 'content' } = useRouteHandle()
  return (
    <Frame data-desk="">
      <Side>
        <DeskMark label={t('shell.console')} />
        <DeskNav operator={operator} company={company} />
      </Side>
      <DeskMenu title={titleKey === undefined ? t('shell.console') : t(titleKey)}>
        <DeskNav operator={operator} company={company} />
      </DeskMenu>
      <Content id="main" tabIndex={-1} data-width={width}>
        {children}
      </Content>
      <DeskKeys permissions={operator.companies.find(({ id }) => id === company)?.permissions ?? []} company={company} />
    </Frame>
  )
}

/** Opens without scripts, too. It closes when one has gone somewhere, and with Escape. */
function DeskMenu({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('desk')
  const { pathname, search } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes with every new address.
  useEffect(() => {
    if (details.current !== null) details.current.open = false
  }, [pathname, search])
  return (
    <Bar
      ref={details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || details.current === null) return
        details.current.open = false
        details.current.querySelector('summary')?.focus()
      }}
    >
      <summary aria-label={t('shell.menu')}>
        <Icon name="menu" size={20} />
        <span>{title}</span>
      </summary>
      <div>{children}</div>
    </Bar>
  )
}
