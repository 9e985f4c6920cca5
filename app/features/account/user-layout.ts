/** Where the parts of the user centre stand; its shape while it loads stands in the same places. */
import styled from 'styled-components'
import { media, token } from '../../ui'

export const UserLayout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  padding: ${token.space[2]} ${token.space[4]} ${token.space[8]};
  ${media.tablet} { max-width: 688px; margin-inline: auto; padding-inline: ${token.space[6]}; }
  ${media.desktop} {
    grid-template-columns: 216px minmax(0, 1fr);
    gap: ${token.space[8]};
    max-width: ${token.size.content};
    padding-block: ${token.space[6]} ${token.space[16]};
    align-items: start;
  }
`
export const UserColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  min-width: 0;
  ${media.desktop} { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: ${token.space[5]}; align-items: start; }
`
export const UserColumn = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  min-width: 0;
`
