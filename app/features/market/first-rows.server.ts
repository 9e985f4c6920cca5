/** Lists of markets send what is in sight first, the home page's and the one beside the chart. */
import type { SiteContext } from '../../visitor/load-context.server'

/** As many rows as the tallest usual window shows. */
export const ROWS_AT_FIRST = 12

/** Where one comes from another screen, or has no scripts and asks for all of them, the list is whole at once. */
export const asksForWhole = ({ isDocument }: SiteContext, wishes: URLSearchParams): boolean => !isDocument || wishes.get('all') !== null
