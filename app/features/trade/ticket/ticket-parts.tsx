/** What the groups of fields of the ticket are made of. */
import styled from 'styled-components'
import { media, QuickValues, token } from '../../../ui'

export type TicketLayout = 'column' | 'sheet'

export const Group = styled.div`
  display: grid;
  gap: 8px;
  align-content: start;
  min-width: 0;
`
export const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
  min-height: 24px;
  font-size: ${token.type.sm};
  font-weight: 500;
  color: ${token.text.secondary};
`
export const Muted = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
  font-variant-numeric: tabular-nums;
`
/** A line of figures under a field. Its height is kept while they come, go and change. */
export const Readings = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  align-content: flex-start;
  gap: 0 ${token.space[2]};
  min-height: 16px;
  overflow: hidden;
  font-size: ${token.type.xs};
  line-height: 16px;
  color: ${token.text.muted};
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  b { font-weight: 500; color: ${token.text.secondary}; }
  &[data-lines='2'] { min-height: 32px; }
`
/** A field with the choice of its unit beside it. */
export const WithUnit = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 104px;
  gap: 6px;
  align-items: center;
`
/** A choice of unit: lower than other quick values, but as easy to hit. */
export const UnitChoice = styled(QuickValues)`
  gap: 4px;
  grid-auto-columns: minmax(max-content, 1fr);
  button {
    position: relative;
    min-height: 32px;
    padding-inline: 6px;
    overflow: visible;
    font-size: ${token.type.xs};
    ${media.desktop} { min-height: 24px; }
  }
  button::after { content: ''; position: absolute; inset: -6px 0; ${media.desktop} { inset: -4px 0; } }
`
export const Scripted = styled.div`
  display: contents;
  @media (scripting: none) { display: none; }
`
