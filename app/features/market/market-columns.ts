import { css } from 'styled-components'
import { media, token } from '../../ui'

const laptop = '@media (min-width: 1024px) and (max-width: 1279.98px)'

/**
 * The columns of the market list, shared by its head and its rows. Touch: name, spark, price (with the change under it), star;
 * from 768 px the change has its own column; desktop: star, name, price, change, day range, spark, action; below 1280 px,
 * beside the account, neither range nor action. The star stands in the margin, so that it takes little from the others; the
 * narrowest phones go without the spark.
 */
export const marketGrid = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 64px minmax(96px, auto) 28px;
  gap: ${token.space[2]};
  align-items: center;
  padding-inline: ${token.space[4]} ${token.space[2]};
  @media (max-width: 374.98px) { grid-template-columns: minmax(0, 1fr) minmax(96px, auto) 28px; }
  ${media.tablet} {
    grid-template-columns: minmax(0, 1fr) 120px 120px 120px 44px;
    gap: ${token.space[3]};
    padding-inline: ${token.space[6]} ${token.space[3]};
  }
  ${media.desktop} {
    grid-template-columns: 24px minmax(206px, 1.4fr) 108px 84px minmax(184px, 1.3fr) 84px 76px;
    gap: 14px;
    padding-inline: ${token.space[3]} ${token.space[5]};
    > [data-column='star'] { order: 0; }
    > [data-column='name'] { order: 1; }
    > [data-column='price'] { order: 2; }
    > [data-column='change'] { order: 3; }
    > [data-column='range'] { order: 4; }
    > [data-column='spark'] { order: 5; }
    > [data-column='action'] { order: 6; }
  }
  ${laptop} { grid-template-columns: 24px minmax(160px, 1fr) 108px 84px 84px; }
  && > [data-column='price'], && > [data-column='change'], && > [data-column='action'] { text-align: end; }
  > [data-column='range'], > [data-column='action'] { ${media.touch} { display: none; } ${laptop} { display: none; } }
  > [data-column='change'] { ${media.phone} { display: none; } }
  > [data-column='spark'] { @media (max-width: 374.98px) { display: none; } }
  > [data-column='star'] { justify-self: center; display: grid; grid-template-columns: minmax(0, 1fr); place-items: center; width: 28px; height: 44px; }
  > th[data-column='star'] { height: auto; }
`

/** A row of the list, or the shape of one: the columns, and a line between two of them. */
export const marketRow = css`
  ${marketGrid}
  position: relative;
  min-height: ${token.size.row};
  & + &::before {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline: 64px ${token.space[4]};
    height: 1px;
    background: ${token.border.hairline};
    ${media.desktop} { inset-inline: ${token.space[5]}; }
  }
`
