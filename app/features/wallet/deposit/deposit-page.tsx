/** Deposit: send to the right place, then prove it; the records beside it. */
import { Form } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { useListedNotices, useRecovery } from '../../../realtime'
import { useReadAnew } from '../../../realtime/use-read-anew'
import { Card, Columns, EmptyState, media, Note, Segmented, token } from '../../../ui'
import { useIsWindingDown, useSite } from '../../../visitor/site'
import { UnknownMoney, useUnknownMoney } from '../unknown-money'
import { useTakenForms } from '../use-taken-forms'
import { BankSteps } from './bank-steps'
import { CoinSteps } from './coin-steps'
import { DeclareStep } from './declare-step'
import type { DepositAnswer, DepositData } from './deposit-data'
import { DepositRecords } from './deposit-records'
import { Steps } from './deposit-step'

const Kinds = styled(Segmented)`
  ${media.desktop} { max-width: 320px; }
`

const SentForm = styled(Form)`
  [data-testid='not-known'] + & { margin-block-start: ${token.space[5]}; }
`

interface DepositPageProps {
  readonly data: DepositData
  readonly answer: DepositAnswer | null
}

export function DepositPage({ data, answer }: DepositPageProps) {
  const { t } = useTranslation('financial')
  const { companyTerms } = useSite()
  const { readAnew } = useReadAnew()
  const taken = useTakenForms(answer !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  useListedNotices(readAnew)
  useRecovery(readAnew)
  useEffect(() => {
    if (taken > 0) heading.current?.focus()
  }, [taken])
  return (
    <>
      <Kinds
        kind="tab"
        label={t('method')}
        value={data.type}
        options={[
          { value: '0', label: t('coin'), href: paths.mine.charge() },
          { value: '1', label: t('bank'), href: paths.mine.charge({ type: '1' }) },
        ]}
      />
      {companyTerms?.isMoneySimulated ? <Note tone="warn">{t('simulated')}</Note> : null}
      <Columns>
        <DepositForm key={data.type} data={data} answer={answer} taken={taken} />
        <DepositRecords data={data} heading={heading} />
      </Columns>
    </>
  )
}

function DepositForm({ data, answer, taken }: DepositPageProps & { taken: number }) {
  const { t } = useTranslation('financial')
  const isWindingDown = useIsWindingDown()
  const unknown = useUnknownMoney('deposit')
  const [chosen, setChosen] = useState(answer?.place || data.chosen)
  const network = data.networks.find(({ id }) => id === chosen) ?? data.networks[0]
  const account = data.accounts.find(({ id }) => id === chosen) ?? data.accounts[0]
  const place = network ?? account
  if (place === undefined) {
    return (
      <Card $pad $flat>
        {isWindingDown ? (
          <EmptyState title={t('public:windDown.noDeposits')} text={t('public:windDown.noDepositsText')} level={2} />
        ) : (
          <EmptyState title={t('noWay')} text={t('noWayText')} level={2} />
        )}
      </Card>
    )
  }
  return (
    <Card $pad $flat>
      <UnknownMoney deed="deposit" />
      <SentForm
        hidden={unknown === 'blank'}
        method="post"
        action={paths.mine.charge({ type: data.type })}
        encType="multipart/form-data"
        noValidate
      >
        <input type="hidden" name="intent" value="submit" />
        <input type="hidden" name="type" value={data.type} />
        <input type="hidden" name="place" value={place.id} />
        {network === undefined ? null : <input type="hidden" name="address" value={network.address} />}
        <Steps>
          {network === undefined ? null : <CoinSteps networks={data.networks} network={network} onChoose={setChosen} />}
          {account === undefined ? null : <BankSteps accounts={data.accounts} account={account} onChoose={setChosen} />}
          <DeclareStep
            key={taken}
            currency={network?.currency ?? account?.coin ?? ''}
            rate={account?.rate ?? null}
            balance={data.balance}
            formKey={data.formKey}
            answer={answer}
            type={data.type}
            onReturn={setChosen}
          />
        </Steps>
      </SentForm>
    </Card>
  )
}
