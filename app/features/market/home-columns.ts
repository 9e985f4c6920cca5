import styled from 'styled-components'
import { media, token } from '../../ui'

/** The market with a column of cards beside it; on touch one below the other. */
export const HomeColumns = styled.div`
  ${media.desktop} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 336px;
    gap: ${token.space[6]};
    align-items: start;
    max-width: ${token.size.content};
    margin-inline: auto;
    padding: ${token.space[6]} ${token.space[6]} ${token.space[10]};
  }
`
