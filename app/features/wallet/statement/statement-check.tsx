/** Who signed a statement, where it stands in the log, what this browser found of it, and how anybody else can check it. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import {
  Badge,
  ButtonLink,
  Card,
  CardHead,
  CopyButton,
  groupDigits,
  HashText,
  type KeyValue,
  KeyValueList,
  Link,
  SectionTitle,
  Stack,
  Text,
  token,
} from '../../../ui'
import type { ProofStep } from '../../receipts/check-one'
import type { ShownSignature } from './statement-data'
import { useStatementSteps } from './use-statement-steps'

/** Prints the hash of the rows as they were signed: one row a line. */
const COMMAND = `jq -c '.rows[]' statement.json | sha256sum`

const Body = styled(Stack)`
  padding: 0 ${token.space[4]} ${token.space[4]};
  summary { cursor: pointer; font-weight: 500; font-size: ${token.type.sm}; min-height: 44px; display: flex; align-items: center; }
  ol { list-style: decimal; padding-inline-start: 1.4em; display: grid; gap: ${token.space[3]}; font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  code { display: block; direction: ltr; text-align: left; overflow-wrap: anywhere; font-size: ${token.type.xs}; padding: ${token.space[2]}; background: ${token.surface.sunken}; border-radius: ${token.radius.xs}; }
`

export function StatementCheck({ signed }: { signed: ShownSignature }) {
  const { t } = useTranslation('wallet')
  const steps = useStatementSteps(signed)
  return (
    <Card>
      <CardHead>
        <SectionTitle>{t('statement.signature')}</SectionTitle>
        <Found steps={steps} />
      </CardHead>
      <Body>
        <KeyValueList rows={useSignatureRows(signed, steps)} />
        <Text $size="xs" $tone="secondary">
          {t('statement.same')}
        </Text>
        <ButtonLink block icon="shield-check" href={paths.verify(signed.text)}>
          {t('statement.checkThis')}
        </ButtonLink>
        <details>
          <summary>{t('statement.check')}</summary>
          <ol>
            <li>
              {t('statement.checkHead')}{' '}
              <Link href={paths.verify()}>
                <bdi dir="ltr">{signed.checkedAt}</bdi>
              </Link>
              <CopyButton text={signed.text} label={t('financial:copy')} copiedLabel={t('public:copied')} size="sm" />
            </li>
            <li>
              {t('statement.checkRows')}
              <code>{COMMAND}</code>
              <code>{signed.rowsHash}</code>
            </li>
          </ol>
        </details>
      </Body>
    </Card>
  )
}

/** Green is what was checked here just now, not what the company says. */
function Found({ steps }: { steps: readonly ProofStep[] | null }) {
  const { t } = useTranslation('wallet')
  if (steps?.some(({ outcome }) => outcome === 'failed'))
    return (
      <Badge tone="danger" icon="circle-alert">
        {t('receipt:verdict.false')}
      </Badge>
    )
  if (steps?.[0]?.outcome === 'passed')
    return (
      <Badge tone="ok" icon="check">
        {t('receipt:verdict.genuine')}
      </Badge>
    )
  return <Badge>{t('statement.signed')}</Badge>
}

function useSignatureRows({ by, hash, entry }: ShownSignature, steps: readonly ProofStep[] | null): KeyValue[] {
  const { t } = useTranslation('wallet')
  const waiting = t('proof:step.outcome.waiting')
  const rows: KeyValue[] = [
    { key: 'by', label: t('statement.signed'), value: <bdi>{by}</bdi> },
    {
      key: 'hash',
      label: t('statement.hash'),
      value: <HashText value={hash} copyLabel={t('proof:copy', { name: t('statement.hash') })} copiedLabel={t('public:copied')} />,
    },
    {
      key: 'log',
      label: t('proof:step.name.log'),
      value: entry === null ? waiting : t('proof:fact.entry', { index: groupDigits(String(entry)) }),
    },
  ]
  const witnesses = steps?.find(({ name }) => name === 'witnesses')
  if (witnesses?.values !== undefined)
    rows.push({ key: 'witnesses', label: t('proof:step.name.witnesses'), value: t('proof:fact.witnesses', witnesses.values) })
  return rows
}
