import styled from 'styled-components'
import { token } from '../../ui'

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
