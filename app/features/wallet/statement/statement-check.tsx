/** Who signed a statement, and how anybody can check it. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Badge, Card, CardHead, CopyButton, KeyValueList, Link, SectionTitle, Stack, Text, token } from '../../../ui'
import type { ShownSignature } from './statement-data'

/** Prints the hash of the rows as they were signed: one row a line. */
const COMMAND = `jq -c '.rows[]' statement.json | sha256sum`

const Body = styled(Stack)`
  padding: 0 ${token.space[4]} ${token.space[4]};
  summary { cursor: pointer; font-weight: 500; font-size: ${token.type.sm}; min-height: 44px; display: flex; align-items: center; }
  ol { list-style: decimal; padding-inline-start: 1.4em; display: grid; gap: ${token.space[3]}; font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  code { display: block; direction: ltr; text-align: left; overflow-wrap: anywhere; font-size: ${token.type.xs}; padding: ${token.space[2]}; background: ${token.surface.sunken}; border-radius: ${token.radius.xs}; }
`
const Hash = styled.bdi`
  font-family: ${token.font.mono};
  font-size: ${token.type.xs};
  overflow-wrap: anywhere;
`

export function StatementCheck({ signed }: { signed: ShownSignature }) {
  const { t } = useTranslation('wallet')
  const hash = (value: string) => <Hash dir="ltr">{value}</Hash>
  return (
    <Card>
      <CardHead>
        <SectionTitle>{t('statement.signature')}</SectionTitle>
        <Badge tone="ok" icon="check">
          {t('statement.signed')}
        </Badge>
      </CardHead>
      <Body>
        <KeyValueList
          rows={[
            { key: 'by', label: t('statement.signed'), value: <bdi>{signed.by}</bdi> },
            { key: 'hash', label: t('statement.hash'), value: hash(signed.hash) },
          ]}
        />
        <Text $size="xs" $tone="secondary">
          {t('statement.same')}
        </Text>
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
