import { css } from 'styled-components'
import { media, token } from '../../ui'

/**
 * The columns of the market list, shared by its head and its rows. Touch: name, spark, price (with the change under it);
 * from 768 px the change has its own column; desktop: name, price, change, day range, spark, action.
 */
export const marketGrid = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 72px minmax(104px, auto);
  gap: ${token.space[3]};
  align-items: center;
  padding-inline: ${token.space[4]};
  ${media.tablet} {
    grid-template-columns: minmax(0, 1fr) 120px 120px 120px;
    padding-inline: ${token.space[6]};
  }
  ${media.desktop} {
    grid-template-columns: minmax(214px, 1.4fr) 112px 84px minmax(184px, 1.3fr) 84px 84px;
    gap: ${token.space[4]};
    padding-inline: ${token.space[5]};
    > [data-column='name'] { order: 1; }
    > [data-column='price'] { order: 2; }
    > [data-column='change'] { order: 3; }
    > [data-column='range'] { order: 4; }
    > [data-column='spark'] { order: 5; }
    > [data-column='action'] { order: 6; }
  }
  && > [data-column='price'], && > [data-column='change'], && > [data-column='action'] { text-align: end; }
  > [data-column='range'], > [data-column='action'] { ${media.touch} { display: none; } }
  > [data-column='change'] { ${media.phone} { display: none; } }
`
