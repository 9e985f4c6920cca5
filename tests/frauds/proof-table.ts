/** The table of frauds of docs/proof.md, from contract/frauds.ts. */
import { FRAUD_COUNTS, FRAUDS, type Fraud } from '../../contract/frauds'

const PAGES: Readonly<Record<NonNullable<Fraud['page']>, string>> = {
  verify: '/verify',
  execution: '/execution',
  solvency: '/mine/solvency',
  statements: '/mine/statements',
}

export function proofTable(): string {
  const caught = FRAUDS.filter(({ notCaught }) => notCaught === undefined)
  const missed = FRAUDS.filter(({ notCaught }) => notCaught !== undefined)
  return [
    `${FRAUD_COUNTS.planted} frauds are planted, ${FRAUD_COUNTS.caught} are caught.`,
    '',
    '| if we tried to | who would be harmed | caught by | test |',
    '|---|---|---|---|',
    ...caught.map((fraud) => `| ${fraud.what} | ${fraud.harms} | ${catchersOf(fraud)} | \`${fraud.id}\` |`),
    '',
    'Not caught today:',
    '',
    '| if we tried to | who would be harmed | why nothing sees it | test |',
    '|---|---|---|---|',
    ...missed.map(({ id, what, harms, notCaught }) => `| ${what} | ${harms} | ${notCaught} | \`${id}\` |`),
  ].join('\n')
}

function catchersOf({ command, check, page, pageCheck }: Fraud): string {
  return [
    ...(page === null ? [] : [`\`${PAGES[page]}\`: ${pageCheck}`]),
    ...(command === null ? [] : [`\`npm run ${command}\`: ${check}`]),
  ].join('; ')
}
