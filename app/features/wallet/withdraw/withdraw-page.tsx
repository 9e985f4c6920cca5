/** Withdraw: form at the start, records at the end; for coins and for banks. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Columns, media, Note, Segmented } from '../../../ui'
import { useLiveRecords } from '../use-live-records'
import { useTakenForms } from '../use-taken-forms'
import type { WithdrawAnswer, WithdrawData } from './withdraw-data'
import { useLiveTerms } from './withdraw-figures'
import { WithdrawForm } from './withdraw-form'
import { WithdrawRecords } from './withdraw-records'

const Kinds = styled(Segmented)`
  ${media.desktop} { max-width: 320px; }
`

export function WithdrawPage({ data, answer }: { data: WithdrawData; answer: WithdrawAnswer | null }) {
  const { t } = useTranslation('withdraw')
  const terms = useLiveTerms(data.terms)
  const taken = useTakenForms(answer !== null)
  useLiveRecords(data.terms.balance)
  return (
    <>
      <Kinds
        kind="tab"
        label={t('method')}
        value={data.type}
        options={[
          { value: '1', label: t('coin'), href: paths.mine.withdraw() },
          { value: '2', label: t('bank'), href: paths.mine.withdraw({ type: '2' }) },
        ]}
      />
      <Columns>
        {data.currencies.length === 0 ? (
          <Note icon="info">{t('noChannel')}</Note>
        ) : (
          <WithdrawForm key={`${data.type} ${taken}`} data={data} answer={answer} terms={terms} />
        )}
        <WithdrawRecords data={data} />
      </Columns>
    </>
  )
}
