/** A statement of a period, made to be printed: who keeps the account, whose it is, and lines that add up. */
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Amount, Button, ButtonLink, Card, EmptyState, Field, media, Note, Text, TextInput, token } from '../../../ui'
import { useHydrated } from '../../../ui/use-hydrated'
import { useTenant } from '../../../visitor/site'
import type { Statement, StatementData } from './statement-data'

const Ask = styled(Form)`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 136px), 1fr));
  align-items: end;
  gap: ${token.space[3]};
  ${media.phone} { > button { grid-column: 1 / -1; } }
  ${media.desktop} { grid-template-columns: 200px 200px auto; justify-content: start; }
`
const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
`
/** On paper only the sheet is left, dark on white in every theme. */
const Sheet = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  @media print {
    &, & * { color: CanvasText !important; background: none !important; box-shadow: none !important; }
    & { padding: 0 !important; }
    tr { break-inside: avoid; }
    thead { display: table-header-group; }
    body:has(&) header:not(& *), body:has(&) nav, body:has(&) footer, body:has(&) [data-toast-region] { display: none !important; }
    html:has(&), body:has(&), main:has(&) { background: Canvas !important; color-scheme: light; min-height: 0 !important; padding: 0 !important; }
    main:has(&) { max-width: none !important; }
  }
`
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${token.space[3]} ${token.space[8]};
  font-size: ${token.type.sm};
  line-height: 1.5;
  color: ${token.text.secondary};
  b { display: block; font-size: ${token.type.md}; color: ${token.text.primary}; }
  dl { display: grid; grid-template-columns: auto auto; gap: 0 ${token.space[4]}; }
  dd { color: ${token.text.primary}; overflow-wrap: anywhere; }
`
const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${token.type.sm};
  th { text-align: start; font-weight: 500; font-size: ${token.type.xs}; color: ${token.text.muted}; }
  th, td { padding: 8px ${token.space[2]}; border-block-end: 1px solid ${token.border.hairline}; vertical-align: top; overflow-wrap: anywhere; }
  th:first-child, td:first-child { padding-inline-start: 0; }
  th:last-child, td:last-child { padding-inline-end: 0; }
  [data-n] { text-align: end; white-space: nowrap; }
  [data-edge] > * { font-weight: 600; color: ${token.text.primary}; font-size: ${token.type.sm}; }
  td > small { display: none; color: ${token.text.muted}; }
  /* On a phone the time stands under the words. */
  ${media.phone} {
    thead th:first-child, tbody td:first-child { display: none; }
    td:nth-child(2), th:nth-child(2) { padding-inline-start: 0; }
    td > small { display: block; font-size: ${token.type.xs}; }
  }
`

function Lines({ statement }: { statement: Statement }) {
  const { t } = useTranslation('wallet')
  const edge = (key: 'opening' | 'closing') => (
    <tr data-edge="">
      <td />
      <td colSpan={2}>{t(`statement.${key}`)}</td>
      <td data-n="">
        <Amount value={statement[key]} />
      </td>
    </tr>
  )
  return (
    <Table aria-label={t('statement.title')}>
      <thead>
        <tr>
          <th scope="col">{t('statement.column.time')}</th>
          <th scope="col">{t('statement.column.text')}</th>
          <th scope="col" data-n="">
            {t('statement.column.value')}
          </th>
          <th scope="col" data-n="">
            {t('statement.column.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {edge('opening')}
        {statement.lines.map((line) => (
          <tr key={line.id}>
            <td>
              <bdi>{line.at}</bdi>
            </td>
            <td>
              <bdi>{line.text}</bdi>
              <small>
                <bdi>{line.at}</bdi>
              </small>
            </td>
            <td data-n="">
              <Amount value={line.value} signed decimals={decimalsOf(line.value)} />
            </td>
            <td data-n="">
              <Amount value={line.balanceAfter} decimals={decimalsOf(line.balanceAfter)} />
            </td>
          </tr>
        ))}
        {edge('closing')}
      </tbody>
    </Table>
  )
}

function Heading({ data }: { data: StatementData }) {
  const { t } = useTranslation('wallet')
  const { legal } = useTenant()
  const { period } = data
  return (
    <Head>
      <div>
        <b>
          <bdi>{legal.entity}</bdi>
        </b>
        <bdi>{legal.registeredAddress}</bdi>
      </div>
      <dl>
        <dt>{t('user:uid')}</dt>
        <dd>
          <bdi dir="ltr">{data.uid}</bdi>
        </dd>
        <dt>{t('statement.account')}</dt>
        <dd>
          <bdi dir="ltr">{data.account}</bdi>
        </dd>
        <dt>{t('statement.period')}</dt>
        <dd>
          <bdi dir="ltr">
            {period.from} – {period.to}
          </bdi>
        </dd>
        <dt>{t('statement.madeAt')}</dt>
        <dd>
          <bdi>{data.madeAt}</bdi>
        </dd>
      </dl>
    </Head>
  )
}

export function StatementPage({ data }: { data: StatementData }) {
  const { t } = useTranslation('wallet')
  const hasScripts = useHydrated()
  const { period, statement } = data
  return (
    <>
      <Card $pad $flat data-no-print="">
        <Ask method="get" action={paths.mine.statement()}>
          <Field label={t('statement.from')}>
            {(aria) => (
              <TextInput {...aria} key={period.from} type="date" name="from" max={data.today} defaultValue={period.from} required />
            )}
          </Field>
          <Field label={t('statement.to')}>
            {(aria) => <TextInput {...aria} key={period.to} type="date" name="to" max={data.today} defaultValue={period.to} required />}
          </Field>
          <Button type="submit" variant="primary">
            {t('statement.show')}
          </Button>
        </Ask>
      </Card>
      {statement === null ? (
        <Note tone="danger" role="alert">
          {data.problem}
        </Note>
      ) : (
        <>
          <Tools data-no-print="">
            {hasScripts ? (
              <Button size="sm" icon="printer" onClick={() => window.print()}>
                {t('statement.print')}
              </Button>
            ) : null}
            <ButtonLink size="sm" icon="download" href={paths.action.statementFile(period)} download>
              {t('exportCsv')}
            </ButtonLink>
          </Tools>
          {statement.isComplete ? null : <Note tone="warn">{t('statement.cut')}</Note>}
          <Sheet $pad aria-label={t('statement.title')}>
            <Heading data={data} />
            <Lines statement={statement} />
            {statement.lines.length === 0 ? <EmptyState art="none" title={t('statement.empty')} level={2} /> : null}
            <Text $size="xs" $tone="muted">
              {t('statement.explained')}
            </Text>
          </Sheet>
        </>
      )}
    </>
  )
}

/** Every digit that counts, and at least two: the lines are meant to be added up. */
function decimalsOf(value: string): number {
  return Math.max(2, (value.split('.')[1] ?? '').replace(/0+$/, '').length)
}
