/** The boxes of a review queue: list, evidence, facts and the bar of decisions, beside each other or, on a phone, one page each. */
import styled from 'styled-components'
import { media, token } from '../../../ui'

/** Up to here the list is narrow and the facts stand in 260 px. */
export const narrow = '@media (max-width: 1180px)'

export const Frame = styled.div`
  ${media.tablet} {
    display: grid;
    grid-template-columns: 320px minmax(0, 1fr);
    height: 100dvh;
  }
  ${narrow} { grid-template-columns: 232px minmax(0, 1fr); }
`
export const Side = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
  min-width: 0;
  background: ${token.surface.surface};
  border-inline-end: 1px solid ${token.border.hairline};
  ${media.phone} { &[data-hidden] { display: none; } }
`
export const Detail = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto minmax(0, 1fr) auto;
  min-width: 0;
  min-height: 0;
  outline: 0;
  ${media.phone} { display: block; padding-block-end: 190px; &[data-empty] { display: none; } }
`
export const DetailHead = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 50px;
  padding: 10px 20px;
  border-block-end: 1px solid ${token.border.hairline};
  background: ${token.surface.surface};
  h2 { font-size: 20px; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  > [data-end] { margin-inline-start: auto; display: flex; align-items: center; gap: ${token.space[2]}; color: ${token.text.muted}; font-variant-numeric: tabular-nums; }
  [data-keys] { display: inline-flex; align-items: center; gap: ${token.space[1]}; ${narrow} { display: none; } }
  [data-back] { display: none; ${media.phone} { display: inline-flex; } }
  ${media.phone} { padding-inline: ${token.space[4]}; }
`
export const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 376px;
  min-height: 0;
  ${narrow} { grid-template-columns: minmax(0, 1fr) minmax(0, 260px); }
  ${media.phone} { display: block; }
`
export const Facts = styled.div`
  min-width: 0;
  overflow: auto;
  position: relative;
  background: ${token.surface.surface};
  &[data-side] { border-inline-start: 1px solid ${token.border.hairline}; }
  > section, > [role='note'] { border-block-end: 1px solid ${token.border.hairline}; }
  > section { padding: 14px 18px; }
  h3 { display: flex; justify-content: space-between; gap: ${token.space[2]}; font-size: ${token.type.sm}; letter-spacing: 0; margin-block-end: 10px; }
  h3 a { font-weight: 500; }
  ${media.phone} { &[data-side] { border: 0; } }
`
export const Banner = styled.div`
  padding: ${token.space[2]} 18px;
  border-block-end: 1px solid ${token.border.hairline};
  form { display: inline; margin-inline-start: ${token.space[2]}; }
  button { text-decoration: underline; font-weight: 600; }
`
export const Compare = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${token.space[2]};
  margin-block-end: ${token.space[3]};
  > div, > label { padding: 10px 12px; border-radius: ${token.radius.xs}; background: ${token.surface.sunken}; min-width: 0; }
  small { display: block; color: ${token.text.muted}; font-size: ${token.type.xs}; }
  b, input { font-size: ${token.type.lg}; font-weight: 600; font-variant-numeric: tabular-nums; }
  input { width: 100%; min-width: 0; border: 0; background: none; padding: 0; color: inherit; direction: ltr; text-align: start; }
  [dir='rtl'] & input { text-align: end; }
  small[data-problem] { color: ${token.status.danger.text}; }
  > label:has([aria-invalid]) { box-shadow: inset 0 0 0 1px ${token.status.danger.text}; }
  > label:focus-within { outline: 2px solid ${token.focus}; }
  input:focus-visible { outline: 0; }
`
export const Checks = styled.ul`
  display: grid;
  gap: ${token.space[2]};
  li { display: grid; grid-template-columns: 18px 1fr; gap: ${token.space[2]}; line-height: 1.4; }
  svg { margin-block-start: 1px; color: ${token.status.ok.text}; }
  [data-bad] svg { color: ${token.status.warn.text}; }
`
export const Lines = styled.ol`
  display: grid;
  gap: 10px;
  li { display: grid; grid-template-columns: minmax(88px, auto) minmax(0, 1fr); gap: 10px; color: ${token.text.secondary}; overflow-wrap: anywhere; }
  time { color: ${token.text.muted}; font-variant-numeric: tabular-nums; }
`
