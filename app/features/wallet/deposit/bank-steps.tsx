/** Where to wire to: the currency with its receiving bank, then every line of the account, each with its copy button. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { CopyButton, Field, Link, Picker, token } from '../../../ui'
import { CurrencyMark } from '../currency-mark'
import type { AccountChoice } from './deposit-data'
import { Halves, Step } from './deposit-step'

const Lines = styled.dl`
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  font-size: ${token.type.sm};
  > div { display: flex; align-items: center; gap: ${token.space[2]}; min-height: 48px; padding: 2px 4px; padding-inline-start: ${token.space[4]}; }
  > div + div { border-block-start: 1px solid ${token.border.hairline}; }
  dt { flex: none; width: 96px; color: ${token.text.secondary}; }
  dd {
    flex: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${token.space[2]};
    min-width: 0;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
`
const Plain = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[3]};
  font-size: ${token.type.sm};
`

interface BankStepsProps {
  readonly accounts: readonly AccountChoice[]
  readonly account: AccountChoice
  readonly onChoose: (id: string) => void
}

export function BankSteps({ accounts, account, onChoose }: BankStepsProps) {
  const { t } = useTranslation('financial')
  const coins = [...new Set(accounts.map(({ coin }) => coin))]
  const ofCoin = accounts.filter(({ coin }) => coin === account.coin)
  const shared = { closeLabel: t('public:close'), emptyLabel: t('noWay') }
  const lines = [
    { key: 'bank', text: account.bankName },
    { key: 'payee', text: account.payee },
    { key: 'account', text: account.account },
    { key: 'swift', text: account.swift },
    { key: 'address', text: account.bankAddress },
    { key: 'reference', text: account.reference },
  ].filter(({ text }) => text !== '')
  return (
    <>
      <Step number={1} title={t('step.account')}>
        <Halves>
          <Field label={t('currency')}>
            {(aria) => (
              <Picker
                {...aria}
                {...shared}
                label={t('currency')}
                options={coins.map((coin) => ({ value: coin, label: coin, text: coin, lead: <CurrencyMark code={coin} isCoin={false} /> }))}
                value={account.coin}
                onChange={(coin) => onChoose(accounts.find((one) => one.coin === coin)?.id ?? account.id)}
              />
            )}
          </Field>
          <Field label={t('account')}>
            {(aria) => (
              <Picker
                {...aria}
                {...shared}
                label={t('account')}
                options={ofCoin.map(({ id, bankName, account: number }) => ({
                  value: id,
                  label: bankName,
                  text: bankName,
                  caption: <bdi dir="ltr">…{number.slice(-4)}</bdi>,
                }))}
                value={account.id}
                onChange={onChoose}
              />
            )}
          </Field>
        </Halves>
        {accounts.length === 1 ? null : (
          <noscript>
            <Plain>
              {accounts.map(({ id, coin, bankName }) => (
                <Link key={id} href={paths.mine.charge({ type: '1', account: id })}>
                  {coin} · {bankName}
                </Link>
              ))}
            </Plain>
          </noscript>
        )}
      </Step>
      <Step number={2} title={t('step.wire')}>
        <Lines>
          {lines.map(({ key, text }) => (
            <div key={key}>
              <dt>{t(`line.${key}`)}</dt>
              <dd>
                <bdi>{text}</bdi>
                <CopyButton compact text={text} label={t('copyLine', { name: t(`line.${key}`) })} copiedLabel={t('public:copied')} />
              </dd>
            </div>
          ))}
        </Lines>
      </Step>
    </>
  )
}
