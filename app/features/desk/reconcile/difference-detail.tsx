/** One row that differs: both sides beside each other, why, and how it is resolved. */

import { type FormEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { errorValues } from '../../../../contract/error-values'
import type { DifferenceDetail } from '../../../terms/reconciliation'
import { Button, Control, Field, Icon, Kbd, Note, TextArea, token } from '../../../ui'
import { FieldSelect } from '../../../ui/control-select'
import { useAge } from '../review/review-queue'
import { Num, TableCard } from '../table-card'
import { WhoDecides } from '../who-decides'
import { useRowName } from './difference-table'
import type { ReconcileData } from './reconcile.server'
import { exact, formulaOf, isCharge, money, RESOLVE_KINDS, type ResolveKind } from './reconcile-data'
import { useMoment } from './use-moment'

const Compare = styled.table`
  th, td { padding: 8px ${token.space[4]}; border-block-end: 1px solid ${token.border.hairline}; text-align: end; font-size: ${token.type.sm}; }
  th { font-weight: 500; color: ${token.text.muted}; }
  tr > :first-child { text-align: start; color: ${token.text.secondary}; font-weight: 400; }
  td[data-differs] { background: ${token.status.warn.soft}; font-weight: 600; }
  bdi { white-space: normal; overflow-wrap: anywhere; }
`
const Part = styled.div`
  display: grid;
  gap: 10px;
  padding: ${token.space[3]} ${token.space[4]};
  & + & { border-block-start: 1px solid ${token.border.hairline}; }
  h3 { font-size: ${token.type.sm}; font-weight: 600; }
  ul { display: grid; gap: 8px; }
  li { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 10px; align-items: start; line-height: 1.4; svg { margin-block-start: 2px; color: ${token.status.ok.text}; } }
  li[data-warn] svg { color: ${token.status.warn.text}; }
  li > span { overflow-wrap: anywhere; }
  p { line-height: 1.4; font-size: ${token.type.xs}; color: ${token.text.muted}; overflow-wrap: anywhere; }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${token.space[2]};
  kbd { color: inherit; }
`

interface DetailProps {
  readonly data: ReconcileData & { readonly detail: DifferenceDetail }
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly form: RefObject<HTMLFormElement | null>
  onSend(fields: Readonly<Record<string, string>>): void
}

export function DifferenceCard({ data, isOpen, isBusy, form, onSend }: DetailProps) {
  const { t } = useTranslation('desk')
  const { stamp, shortDay } = useMoment()
  const name = useRowName()
  const { row } = data.detail
  const values = row.theirs ?? row.ours
  const what = row.side === null || values === null ? row.provider : t(`reconcile.side.${row.side}`, { quantity: exact(values.quantity) })
  return (
    <TableCard
      title={name(row)}
      end={
        <span aria-hidden="true">
          <Kbd>J</Kbd> <Kbd>K</Kbd>
        </span>
      }
    >
      <Part>
        <p>
          {what} <bdi dir="ltr">{row.showCode}</bdi>{' '}
          {values?.time == null ? shortDay(row.day) : t('risk.london', { moment: stamp(values.time) })}
        </p>
      </Part>
      <Grid detail={data.detail} />
      <Why detail={data.detail} />
      <Resolution data={data} isOpen={isOpen} isBusy={isBusy} form={form} onSend={onSend} />
    </TableCard>
  )
}

function Grid({ detail: { row } }: { readonly detail: DifferenceDetail }) {
  const { t } = useTranslation('desk')
  const { exactTime } = useMoment()
  const { ours, theirs } = row
  const field = (key: string, own: string | null, said: string | null) =>
    own === null && said === null ? [] : [{ key, own: own ?? '–', said: said ?? '–' }]
  const price = (side: typeof ours) => (side?.price == null ? null : exact(side.price))
  const time = (side: typeof ours) => (side?.time == null ? null : exactTime(side.time))
  const fields = isCharge(row)
    ? field('amount', row.oursAmount === null ? null : money(row.oursAmount), money(row.theirsAmount))
    : [
        ...field('price', price(ours), price(theirs)),
        ...field('quantity', ours && exact(ours.quantity), theirs && exact(theirs.quantity)),
        ...field('time', time(ours), time(theirs)),
        ...(row.trade === '' ? [] : field('id', ours && row.trade, theirs && row.trade)),
      ]
  // Of two clocks a difference below a second is none.
  const differs = ({ key, own, said }: (typeof fields)[number]) => (key === 'time' ? row.kind === 'time' : own !== said)
  return (
    <Compare aria-label={t('reconcile.rows')}>
      <thead>
        <tr>
          <th scope="col">{t('reconcile.column.field')}</th>
          <th scope="col">{t('reconcile.column.ours')}</th>
          <th scope="col">{t('reconcile.column.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((one) => (
          <tr key={one.key}>
            <th scope="row">
              {t(one.key === 'price' || one.key === 'quantity' ? `reconcile.kind.${one.key}` : `reconcile.field.${one.key}`)}
            </th>
            <td data-differs={differs(one) ? '' : undefined}>
              <Num>{one.own}</Num>
            </td>
            <td data-differs={differs(one) ? '' : undefined}>
              <Num>{one.said}</Num>
            </td>
          </tr>
        ))}
      </tbody>
    </Compare>
  )
}

function Why({ detail }: { readonly detail: DifferenceDetail }) {
  const { t } = useTranslation('desk')
  const { row, explains, traderOrder } = detail
  const formula = formulaOf(detail)
  return (
    <Part>
      <h3>{t('reconcile.why.title')}</h3>
      <ul>
        <li data-warn="">
          <Icon name="triangle-alert" size={16} />
          <span>{t(`reconcile.why.${explains}`)}</span>
        </li>
        {formula === null ? null : (
          <li>
            <Icon name="check" size={16} />
            <span>
              <bdi dir="ltr">{formula}</bdi>
            </span>
          </li>
        )}
        {isCharge(row) ? null : (
          <li data-warn={traderOrder === null ? undefined : ''}>
            <Icon name={traderOrder === null ? 'check' : 'triangle-alert'} size={16} />
            <span>{traderOrder === null ? t('reconcile.why.noTrader') : t('reconcile.why.trader', { order: traderOrder })}</span>
          </li>
        )}
        {row.stands ? null : (
          <li>
            <Icon name="check" size={16} />
            <span>{t('reconcile.why.gone')}</span>
          </li>
        )}
      </ul>
    </Part>
  )
}

function Resolution(props: DetailProps) {
  const { data } = props
  const { row } = data.detail
  if (row.status === 'resolved') return <Resolved row={row} />
  if (row.status === 'waiting') return <Waiting {...props} />
  return data.canResolve ? <ResolveForm key={row.id} {...props} /> : <Asked row={row} now={data.now} />
}

function Resolved({ row }: { readonly row: DifferenceDetail['row'] }) {
  const { t } = useTranslation('desk')
  const { stamp } = useMoment()
  return (
    <Part>
      <h3>{row.resolvedAs === null ? null : t(`reconcile.as.${row.resolvedAs}`)}</h3>
      <p>
        <q>{row.note}</q>
      </p>
      <p>
        {t('reconcile.resolvedBy', {
          names: [row.proposedBy, row.approvedBy].filter(Boolean).join(', '),
          time: stamp(row.resolvedAt ?? 0),
        })}
      </p>
    </Part>
  )
}

/** The clock of a provider that was asked. */
function Asked({ row, now }: { readonly row: DifferenceDetail['row']; readonly now: number }) {
  const { t } = useTranslation('desk')
  const age = useAge()
  return row.askedAt === null ? null : (
    <Part>
      <Note icon="hourglass">{t('reconcile.asked', { name: row.askedBy, age: age(row.askedAt, now) })}</Note>
    </Part>
  )
}

function Waiting({ data, isOpen, isBusy, onSend }: DetailProps) {
  const { t } = useTranslation('desk')
  const { row } = data.detail
  return (
    <Part>
      <Note tone="warn" icon="hourglass" role="status">
        {t('reconcile.proposed', {
          name: row.proposedBy,
          as: row.resolvedAs === null ? '' : t(`reconcile.as.${row.resolvedAs}`),
          amount: money(row.usdt, true),
        })}{' '}
        <q>{row.note}</q> {row.isOwn ? t('risk.bar.own') : null}
      </Note>
      {data.approvers === null ? null : <WhoDecides approvers={data.approvers} except={row.proposedBy} />}
      {data.canResolve ? (
        <Buttons>
          <Button size="sm" disabled={!isOpen || isBusy} onClick={() => onSend({ act: 'refuse', id: row.id })}>
            {t(row.isOwn ? 'settings.takeBack' : 'settings.refuse')}
          </Button>
          {row.isOwn ? null : (
            <Button size="sm" variant="primary" disabled={!isOpen || isBusy} onClick={() => onSend({ act: 'approve', id: row.id })}>
              {t('settings.approve')}
            </Button>
          )}
        </Buttons>
      ) : null}
    </Part>
  )
}

function ResolveForm({ data, isOpen, isBusy, form, onSend }: DetailProps) {
  const { t } = useTranslation('desk')
  const { row } = data.detail
  const [as, setAs] = useState<ResolveKind | ''>('')
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const resolve = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (as !== '' && note.trim() !== '' && isOpen && !isBusy) onSend({ act: 'resolve', id: row.id, as, note })
  }
  return (
    <>
      <Asked row={row} now={data.now} />
      <Part as="form" ref={form as RefObject<HTMLFormElement & HTMLDivElement>} onSubmit={resolve} noValidate>
        <Field label={t('reconcile.resolveAs')} error={isTried && as === '' ? t('reconcile.chooseKind') : undefined}>
          {(aria) => (
            <Control>
              <FieldSelect {...aria} name="as" value={as} onChange={(event) => setAs(event.currentTarget.value as ResolveKind)}>
                <option value="" disabled>
                  {t('reconcile.chooseKind')}
                </option>
                {RESOLVE_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`reconcile.as.${kind}`)}
                  </option>
                ))}
              </FieldSelect>
            </Control>
          )}
        </Field>
        <Field
          label={t('reconcile.note')}
          error={isTried && note.trim() === '' ? t('public:error.DESK_REASON_REQUIRED', errorValues('DESK_REASON_REQUIRED')) : undefined}
        >
          {(aria) => (
            <TextArea
              {...aria}
              name="note"
              rows={2}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        <Buttons>
          <Button
            size="sm"
            type="button"
            disabled={!isOpen || isBusy || row.status !== 'open'}
            onClick={() => onSend({ act: 'ask', id: row.id })}
          >
            {t('reconcile.ask')} <Kbd aria-hidden="true">P</Kbd>
          </Button>
          <Button size="sm" variant="primary" type="submit" disabled={!isOpen || isBusy}>
            {t('reconcile.resolve', { amount: money(row.usdt, true) })} <Kbd aria-hidden="true">R</Kbd>
          </Button>
        </Buttons>
        <p>{t('reconcile.oneOrTwo', { limit: money(data.view.limit) })}</p>
        {row.needsSecond && data.approvers !== null ? (
          <WhoDecides approvers={data.approvers} except={data.approvers.find(({ isSelf }) => isSelf)?.name} />
        ) : null}
      </Part>
    </>
  )
}
