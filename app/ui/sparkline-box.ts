/** Two units a pixel at the size of a row: no eye sees what is rounded. */
export const SPARKLINE_BOX = { width: 144, height: 52 } as const
