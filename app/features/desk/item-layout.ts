/** The page of one thing at the desk: what it is and how it stands, and its parts beside each other where there is room. */
import styled from 'styled-components'
import { media, token } from '../../ui'

export const ItemHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
`
/** @param $desktop the columns of a desktop; everywhere else there is one */
export const ItemColumns = styled.div<{ $desktop: string }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  ${media.desktop} { grid-template-columns: ${({ $desktop }) => $desktop}; }
`
