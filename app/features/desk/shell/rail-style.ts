/** The navigation as a rail of 56 px: icons with small numbers; words stay in the page for whoever listens, and stand beside the icon on hover and focus. */
import { css } from 'styled-components'
import { token } from '../../../ui'

const unseen = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`
/** Beside the rail, at the height where it would stand anyway; fixed, so that the rail, which scrolls, does not cut it off. */
const beside = css`
  position: fixed;
  z-index: ${token.layer.toast};
  width: auto;
  height: auto;
  overflow: visible;
  clip-path: none;
  inset-inline-start: 60px;
  padding: 6px 10px;
  border-radius: ${token.radius.xs};
  background: ${token.surface.inverse};
  color: ${token.text.inverse};
  font-weight: 500;
  pointer-events: none;
`

export const railStyle = css`
  grid-template-columns: minmax(0, 1fr);
  padding-inline: 6px;
  [data-mark] { justify-content: center; padding-inline: 0; }
  [data-mark] > span { ${unseen} }
  nav, nav > div { grid-template-columns: minmax(0, 1fr); min-width: 0; }
  nav h2 { white-space: nowrap; height: 0; padding: 6px 0 0; margin: 6px 4px 0; overflow: hidden; border-block-start: 1px solid ${token.border.hairline}; }
  nav a { position: relative; justify-content: center; padding: 0; min-height: 40px; gap: 0; }
  nav a > [data-word] { ${unseen} }
  nav a:hover > [data-word], nav a:focus-visible > [data-word] { ${beside} }
  [data-count] {
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
    min-width: 16px;
    padding-inline: 3px;
    border-radius: 8px;
    background: ${token.surface.active};
    font-size: 10px;
    line-height: 16px;
    text-align: center;
  }
  > form { position: relative; display: grid; place-items: center; min-height: 40px; padding: 0; border-radius: ${token.radius.xs}; }
  > form:hover { background: ${token.surface.hover}; }
  > form:focus-within { outline: 2px solid ${token.focus}; outline-offset: -2px; }
  > form > [data-rail-icon] { display: block; color: ${token.text.secondary}; pointer-events: none; }
  > form > select { position: absolute; inset: 0; width: 100%; height: 100%; min-height: 0; opacity: 0; cursor: pointer; }
  [data-me] { grid-template-columns: minmax(0, 1fr); justify-items: center; padding-inline: 0; }
  [data-me] > [data-who] { ${unseen} }
  [data-ways] { display: grid; justify-items: center; gap: 2px; }
  [data-ways] > * { position: relative; }
  [data-ways] [data-rail-icon] { display: block; }
  [data-ways] a, [data-ways] button { min-height: 36px; min-width: 36px; justify-content: center; }
  [data-ways] [data-word] { ${unseen} }
  [data-ways] :is(a, button):is(:hover, :focus-visible) > [data-word] { ${beside} }
`
