/** Which day, instrument and type of order is looked at. It stands in the address, so that a view can be sent; whole without scripts. */
import { Form, useNavigate } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { ORDER_TYPES } from '../../../rules/execution-figures'
import { paths } from '../../addresses/paths'
import { Button, Picker, type PickerOption, PlainOptions, token } from '../../ui'
import type { ExecutionData, ExecutionFilter } from './execution-data'

const Strip = styled.div`
  display: flex;
  gap: ${token.space[2]};
  overflow-x: auto;
  position: relative;
  padding: 4px 3px;
  margin: -4px -3px;
  @media (scripting: none) { display: none; }
`
const Chip = styled.span`
  flex: none;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding-inline: 14px;
  border: 1px solid ${token.border.soft};
  border-radius: ${token.radius.full};
  font-size: ${token.type.sm};
  color: ${token.text.muted};
  white-space: nowrap;
  button { min-height: 44px; font-weight: 600; }
`
const Plain = styled(Form)`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${token.space[3]};
  select { min-height: 44px; font: inherit; }
`

export function ExecutionFilters({ data }: { data: ExecutionData }) {
  const { t } = useTranslation(['execution', 'order', 'receipt', 'public'])
  const navigate = useNavigate()
  const { filter } = data
  const all: PickerOption = { value: '', label: t('order:map.all'), text: t('order:map.all') }
  const go = (changes: Partial<ExecutionFilter>) => navigate(paths.execution({ ...filter, ...changes }), { preventScrollReset: true })
  const chips = [
    { name: 'day', label: t('day'), options: data.days.map(({ value, text }) => ({ value, label: text, text })) },
    {
      name: 'instrument',
      label: t('public:field.instrument'),
      options: [
        all,
        ...data.instruments.map(({ code, symbol }) => ({ value: code, label: <bdi>{symbol}</bdi>, text: symbol, keywords: [code] })),
      ],
    },
    {
      name: 'type',
      label: t('order:fact.kind'),
      options: [all, ...ORDER_TYPES.map((type) => ({ value: type, label: typeText(t, type), text: typeText(t, type) }))],
    },
  ] as const
  return (
    <>
      <noscript>
        <Plain method="get" action={paths.execution()}>
          {chips.map(({ name, label, options }) => (
            <span key={name}>
              <PlainOptions name={name} label={label} value={filter[name]} options={options} iconSize={16} />
            </span>
          ))}
          <Button type="submit">{t('show')}</Button>
        </Plain>
      </noscript>
      <Strip role="group" aria-label={t('filters')}>
        {chips.map(({ name, label, options }) => (
          <Chip key={name}>
            <span aria-hidden="true">{label}</span>
            <Picker
              label={label}
              options={options}
              value={filter[name]}
              onChange={(value) => go({ [name]: value })}
              closeLabel={t('public:close')}
              emptyLabel={t('none.title')}
              frame="bare"
            />
          </Chip>
        ))}
      </Strip>
    </>
  )
}

type Words = ReturnType<typeof useTranslation<['execution', 'order', 'receipt', 'public']>>['t']

function typeText(t: Words, type: (typeof ORDER_TYPES)[number]): string {
  if (type === 'stop_loss') return t('order:fact.stopLoss')
  if (type === 'take_profit') return t('order:fact.takeProfit')
  return type === 'close' ? t('types.close') : t(`receipt:reason.${type}`)
}
