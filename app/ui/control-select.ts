import styled, { css } from 'styled-components'
import { token } from './token'

/** A small control with a frame of its own, in a line of filters. */
export const smallControl = css`
  min-width: 0;
  min-height: 34px;
  padding: 0 ${token.space[2]};
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.xs};
  background: ${token.surface.surface};
  color: ${token.text.primary};
  font: inherit;
`

/** The browser's own list of choices, inside a Control that draws its frame. */
export const ControlSelect = styled.select`
  border: 0;
  background: ${token.surface.surface};
  color: ${token.text.primary};
  font: inherit;
  outline: 0;
  height: calc(${token.size.field} - 4px);
`
/** As wide as its field. */
export const FieldSelect = styled(ControlSelect)`
  flex: 1;
  min-width: 0;
`
