/** `/verify`: whether a receipt is genuine, found out in the browser with the keys that came with the page. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { media, Note, PageTitle, Stack, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { type CheckReport, MAX_RECEIPTS } from './check-receipts'
import { KeyPanel } from './key-panel'
import type { VerifyData } from './load-verify.server'
import { ReceiptCard } from './receipt-card'
import { ReceiptInput } from './receipt-input'
import { useReceiptCheck } from './use-receipt-check'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  max-width: 760px;
  &[data-main-site] {
    margin-inline: auto;
    padding: ${token.space[6]} ${token.space[4]} ${token.space[12]};
    ${media.tablet} { padding-inline: ${token.space[6]}; }
  }
  > p { line-height: 1.5; color: ${token.text.secondary}; }
  /* The live region is there before it speaks, and takes no room until then. */
  > [role='status']:empty { margin-block-end: calc(${token.space[4]} * -1); }
`
const Verdict = styled(Note)`
  padding: ${token.space[4]};
  h2 { font-size: ${token.type.xl}; line-height: 1.25; margin-block-end: 4px; }
  p { font-size: ${token.type.md}; }
  p + p { margin-block-start: ${token.space[2]}; }
`

export function VerifyPage({ data }: { data: VerifyData }) {
  const { t } = useTranslation('receipt')
  const { tenant } = useSite()
  const check = useReceiptCheck(data.keys)
  const { problem, report } = check
  const error =
    problem === null ? null : problem === 'unreadable' ? t('input.unreadable') : t(`problem.${problem}`, { count: MAX_RECEIPTS })
  return (
    <Layout data-main-site={tenant === null ? '' : undefined}>
      {tenant === null ? <PageTitle>{t('title')}</PageTitle> : null}
      <p>
        {t('intro')} {t('offline')}
      </p>
      <ReceiptInput
        text={check.text}
        error={error}
        isChecking={check.isChecking}
        onText={check.setText}
        onFile={check.checkFile}
        onCheck={check.check}
      />
      <div role="status">
        {check.isChecking ? <p className="sr-only">{t('checking')}</p> : null}
        {report === null ? null : <VerdictNote report={report} />}
      </div>
      {report === null ? null : (
        <Stack $gap={4}>
          {report.receipts.map((checked) => (
            <ReceiptCard key={checked.place} checked={checked} isOpenAtFirst={report.receipts.length <= OPEN_AT_FIRST} />
          ))}
        </Stack>
      )}
      <KeyPanel published={data.keys} ownText={check.ownText} ownKeys={check.ownKeys} onOwnText={check.setOwnText} />
    </Layout>
  )
}

/** Of a longer list each receipt shows what it says when it is asked to. */
const OPEN_AT_FIRST = 3
const TONES = { genuine: 'ok', unknown: 'warn', false: 'danger' } as const

function VerdictNote({ report }: { report: CheckReport }) {
  const { t } = useTranslation('receipt')
  const { verdict, receipts, isExact } = report
  const owners = [...new Set(receipts.map(({ key }) => key?.owner || t('keys.given')))]
  return (
    <Verdict tone={TONES[verdict]} icon={verdict === 'genuine' ? 'shield-check' : 'circle-alert'}>
      <h2>{t(`verdict.${verdict}`)}</h2>
      <p>
        {verdict === 'genuine'
          ? t('verdict.genuineText', { count: receipts.length, owner: owners.join(', ') })
          : t(`verdict.${verdict}Text`)}
      </p>
      {isExact ? null : <p>{t('verdict.notExact')}</p>}
    </Verdict>
  )
}
