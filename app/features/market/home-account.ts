/** What the home screen has for a signed-in trader: one file of code. */
export { AccountStrip } from './account-strip'
export { PositionsCard } from './home-positions'
