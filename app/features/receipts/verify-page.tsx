/** `/verify`: whether a receipt is genuine, found out in the browser with the keys that came with the page. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Link, media, onMainSite, PageTitle, Stack, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { MAX_RECEIPTS } from './check-receipts'
import { CheckResult } from './check-result'
import { KeyPanel } from './key-panel'
import type { VerifyData } from './load-verify.server'
import { MemoryCard } from './memory-card'
import { ReceiptInput } from './receipt-input'
import { SaidCard } from './said-card'
import { StatementCard } from './statement-card'
import { useAnywhere } from './use-anywhere'
import { useHandedText } from './use-handed-text'
import { useReceiptCheck } from './use-receipt-check'
import { type FullReport, gravestPlace } from './verdict'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  max-width: 760px;
  ${onMainSite}
  > p { line-height: 1.5; color: ${token.text.secondary}; }
  &[data-checked] {
    max-width: none;
    ${media.desktop} { grid-template-columns: minmax(0, 1fr) 352px; gap: ${token.space[5]}; }
    > h1 { grid-column: 1 / -1; }
  }
`

export function VerifyPage({ data }: { data: VerifyData }) {
  const { t } = useTranslation('receipt')
  const { tenant } = useSite()
  const check = useReceiptCheck(data.keys, data.logs)
  useAnywhere(check)
  useHandedText(check.checkText)
  const { problem, report } = check
  const [chosen, setChosen] = useState<{ readonly of: FullReport; readonly place: number } | null>(null)
  const place = report === null ? 0 : chosen?.of === report ? chosen.place : gravestPlace(report)
  const checked = report?.receipts[place]
  const error =
    problem === null ? null : problem === 'unreadable' ? t('input.unreadable') : t(`problem.${problem}`, { count: MAX_RECEIPTS })
  return (
    <Layout data-main-site={tenant === null ? '' : undefined} data-checked={report === null ? undefined : ''}>
      {tenant === null ? <PageTitle>{t('title')}</PageTitle> : null}
      {report === null ? (
        <p>
          {t('intro')} {t('offline')} {tenant === null ? null : <Link href={paths.verifyDay()}>{t('proof:day.link')}</Link>}
        </p>
      ) : (
        <CheckResult
          report={report}
          place={place}
          onPlace={(next) => setChosen({ of: report, place: next })}
          isChecking={check.isChecking}
          onAgain={check.again}
        />
      )}
      {/* In one place before and after, so that whoever types in the field goes on typing. */}
      <Stack $gap={5}>
        {checked === undefined ? null : (
          <>
            {report?.sum === undefined ? <SaidCard checked={checked} /> : <StatementCard checked={checked} />}
            <MemoryCard origin={report?.steps[place]?.find(({ name }) => name === 'checkpoint')?.details?.[0]?.text ?? null} />
          </>
        )}
        <ReceiptInput
          text={check.text}
          error={error}
          isChecking={check.isChecking}
          isAnother={report !== null}
          onText={check.setText}
          onFile={check.checkFile}
          onCheck={check.check}
        />
        <p className="sr-only" role="status">
          {check.isChecking ? t('checking') : ''}
        </p>
        <KeyPanel published={data.keys} ownText={check.ownText} ownKeys={check.ownKeys} onOwnText={check.setOwnText} />
      </Stack>
    </Layout>
  )
}
