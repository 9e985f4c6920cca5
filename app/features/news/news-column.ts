import styled from 'styled-components'
import { media, token } from '../../ui'

/** The one column of the list of news. */
export const NewsColumn = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  max-width: 760px;
  margin-inline: auto;
  padding: 0 ${token.space[4]} ${token.space[10]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding-block: ${token.space[6]} ${token.space[12]}; }
`
