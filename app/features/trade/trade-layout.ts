/** Where the parts of the trade screen stand in its three layouts. The screen fills the window and never scrolls itself. */
import styled from 'styled-components'
import { media, token } from '../../ui'

export const TradeGrid = styled.div`
  --mark-ring: ${token.surface.canvas};
  display: grid;
  height: calc(100dvh - ${token.size.ribbon} - ${token.size.tabbar} - env(safe-area-inset-bottom) - var(--trade-above, 0px));
  overflow: hidden;
  /* A visitor has no orders: what stands there instead takes what it needs, and the chart has the rest. */
  &[data-visitor] { --dock: auto; }
  /* The line of a lost connection stands above the screen and takes its height from it. */
  div[role='status']:has(> [data-state]) ~ main & { --trade-above: 44px; }
  /* So does a margin call. */
  [data-margin-call] ~ main & { --trade-above: 56px; }
  div[role='status']:has(> [data-state]) ~ [data-margin-call] ~ main & { --trade-above: 100px; }
  grid-template:
    'bar' auto
    'price' auto
    'closed' auto
    'periods' auto
    'chart' minmax(0, 1fr)
    'peek' auto / minmax(0, 1fr);

  ${media.tablet} {
    grid-template:
      'bar bar' auto
      'price price' auto
      'closed closed' auto
      'periods ticket' auto
      'chart ticket' minmax(0, 1fr)
      'dock dock' var(--dock, 240px) / minmax(0, 1fr) 312px;
  }
  ${media.desktop} {
    height: calc(100dvh - ${token.size.ribbon} - ${token.size.bar} - var(--trade-above, 0px));
    grid-template:
      'list price ticket' 56px
      'list periods ticket' 42px
      'list chart ticket' minmax(0, 1fr)
      'dock dock ticket' var(--dock, 262px)
      'account account account' 36px / 284px minmax(0, 1fr) 320px;
  }
  @media (min-width: 1024px) and (max-height: 719px) {
    grid-template-rows: 56px 42px minmax(0, 1fr) 170px 36px;
  }
  /* A phone on its side has no height for all of it: the chart keeps its own, and the page scrolls. */
  @media (max-width: 1023.98px) and (max-height: 559px) {
    height: auto;
    overflow: visible;
    grid-template-rows: auto auto auto auto 240px auto;
  }
  /* Messages stand at the foot of the chart, beside the ticket, its axis and its buttons. */
  ${media.tablet} {
    :root:has(&) [data-toast-region] {
      --toast-end: calc(312px + ${token.space[4]});
    }
  }
  ${media.desktop} {
    :root:has(&) [data-toast-region] {
      --toast-end: calc(320px + 130px);
    }
  }
`

export const TradeBar = styled.header`
  grid-area: bar;
  display: flex;
  align-items: center;
  gap: 2px;
  height: ${token.size.bar};
  padding-inline: 4px;
  background: ${token.surface.canvas};
  min-width: 0;
  ${media.tablet} { padding-inline: 12px; }
  ${media.desktop} { display: none; }
`

/** The closed market, said once under the price on touch layouts; the desktop says it over the buttons. */
export const ClosedBar = styled.div`
  grid-area: closed;
  display: flex;
  gap: 10px;
  padding: 10px ${token.space[4]};
  background: ${token.status.warn.soft};
  font-size: ${token.type.sm};
  line-height: 1.4;
  color: ${token.text.secondary};
  svg { color: ${token.status.warn.text}; margin-block-start: 1px; }
  b { font-weight: 600; color: ${token.text.primary}; }
  ${media.tablet} { display: none; }
`

export const PickButton = styled.button`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  min-width: 0;
  padding-inline: 4px 8px;
  text-align: start;
  > span:nth-child(2) { min-width: 0; }
  b { display: block; font-size: ${token.type.xl}; font-weight: 600; letter-spacing: -0.015em; line-height: 1.15; white-space: nowrap; }
  small {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    font-size: ${token.type.xs};
    color: ${token.text.muted};
    line-height: 1.2;
  }
`
