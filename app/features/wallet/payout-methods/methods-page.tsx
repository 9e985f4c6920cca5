/** Saved coin addresses or bank accounts. Deleting one asks first; without scripts its button posts at once. */
import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { LocalTime } from '../../../time/local-time'
import { Badge, ButtonLink, Card, ConfirmDialog, EmptyState, Icon, IconButton, token } from '../../../ui'
import { Narrow } from '../../../ui/narrow'
import { useTrader } from '../../../visitor/site'
import { DemoNote } from '../../account/demo-note'
import { CurrencyMark } from '../currency-mark'
import { payoutCurrency } from '../payout-name'
import type { MethodRow, MethodsData } from './method-data'

const Rows = styled.ul`
  li { display: flex; align-items: center; gap: ${token.space[3]}; min-height: 76px; padding-block: 10px; padding-inline: ${token.space[4]} 6px; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
`
const Words = styled.div`
  flex: 1;
  min-width: 0;
  display: grid;
  gap: 2px;
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  h2 { display: flex; flex-wrap: wrap; align-items: center; gap: 2px ${token.space[2]}; font-size: ${token.type.md}; font-weight: 600; color: ${token.text.primary}; }
  code { font-family: ${token.font.mono}; font-size: ${token.type.sm}; }
  small { font-size: ${token.type.xs}; color: ${token.text.muted}; }
`
const Disc = styled.span`
  width: 32px;
  height: 32px;
  flex: none;
  border-radius: 50%;
  display: grid;
  place-items: center;
  background: ${token.surface.active};
  color: ${token.text.secondary};
`

/** A method in one line: "USDT · TRC20, TN3W…", "Sample Bank, ending 4417". */
function useMethodName() {
  const { t } = useTranslation('bank')
  return (row: MethodRow) =>
    row.ending === ''
      ? `${payoutCurrency(row.code, row.protocol)}, ${row.detail}`
      : `${row.bankName}, ${t('endingIn', { last: row.ending })}`
}

function MethodItem({ row, onAsk }: { row: MethodRow; onAsk: (row: MethodRow) => void }) {
  const { t } = useTranslation('bank')
  const nameOf = useMethodName()
  const isCoin = row.ending === ''
  return (
    <li>
      {isCoin ? (
        <CurrencyMark code={row.code} isCoin large />
      ) : (
        <Disc aria-hidden="true">
          <Icon name="landmark" size={16} />
        </Disc>
      )}
      <Words>
        <h2>
          <bdi>{isCoin ? row.code : row.bankName}</bdi>
          <Badge>{isCoin ? row.protocol : row.code}</Badge>
        </h2>
        {isCoin ? (
          <span>
            <code dir="ltr">{row.detail}</code>
          </span>
        ) : (
          <span>
            <bdi>{row.detail}</bdi> · {t('endingIn', { last: row.ending })}
          </span>
        )}
        {row.usableFrom === null ? null : (
          <small>
            {t('usableFrom')} <LocalTime moment={row.usableFrom} />
          </small>
        )}
      </Words>
      <Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          onAsk(row)
        }}
      >
        <input type="hidden" name="id" value={row.id} />
        <IconButton type="submit" icon="trash-2" label={t('deleteNamed', { name: nameOf(row) })} />
      </Form>
    </li>
  )
}

export function MethodsPage({ data }: { data: MethodsData }) {
  const { t } = useTranslation('bank')
  const nameOf = useMethodName()
  const submit = useSubmit()
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  // The last question stays in the dialog while it fades.
  const [asked, setAsked] = useState<MethodRow | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read anew after an answer, and with it the question is answered.
  useEffect(() => setIsAsking(false), [data])
  const isCoin = data.type === '1'
  const isDemo = useTrader()?.isDemo === true
  const add = isDemo ? null : (
    <ButtonLink href={paths.mine.withdrawWay(data.type)} variant="secondary" block icon="plus">
      {t(isCoin ? 'addCoin' : 'addBank')}
    </ButtonLink>
  )
  if (data.rows.length === 0)
    return (
      <Narrow>
        {isDemo ? <DemoNote /> : null}
        <EmptyState title={t(isCoin ? 'noAddress' : 'noAccount')} action={add} />
      </Narrow>
    )
  return (
    <Narrow>
      <Card>
        <Rows>
          {data.rows.map((row) => (
            <MethodItem
              key={row.id}
              row={row}
              onAsk={(next) => {
                setAsked(next)
                setIsAsking(true)
              }}
            />
          ))}
        </Rows>
      </Card>
      {add}
      <ConfirmDialog
        open={isAsking}
        tone="danger"
        title={t(isCoin ? 'deleteAddressTitle' : 'deleteAccountTitle')}
        text={asked === null ? '' : t('deleteText', { name: nameOf(asked) })}
        confirmLabel={t('delete')}
        cancelLabel={t('keep')}
        busy={isBusy}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          if (asked !== null) submit({ id: asked.id }, { method: 'post' })
        }}
      />
    </Narrow>
  )
}
