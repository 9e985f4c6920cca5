/** The way from a trader's part to all that is owed, one addition a line: the first three, those between on request, the last two. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useHiddenAmounts } from '../../frame/hidden-amounts'
import { Amount, Button, Card, CardHead, decimalText, Segmented, Stack, token } from '../../ui'
import type { CountedParts } from './check-inclusion'

const FIRST = 3
const LAST = 2

const Body = styled(Stack)`
  padding: 0 ${token.space[4]} ${token.space[4]};
  > p { font-size: ${token.type.xs}; color: ${token.text.secondary}; line-height: 1.5; }
`
const Table = styled.table`
  width: 100%;
  font-size: ${token.type.xs};
  th { font-weight: 500; color: ${token.text.muted}; }
  th, td { padding-block: 9px; padding-inline: 3px; text-align: end; border-block-end: 1px solid ${token.border.hairline}; }
  th:first-child, td:first-child { text-align: start; }
  tbody tr:last-child td:last-child { font-weight: 600; }
`

export function SumPath({ counted }: { counted: CountedParts }) {
  const { t } = useTranslation('proof')
  const { isHidden } = useHiddenAmounts()
  const [chosen, choose] = useState('0')
  const [isOpen, setOpen] = useState(false)
  const additions = counted.parts[Number(chosen)]?.additions ?? []
  const isLong = additions.length > FIRST + LAST + 1
  const shown = additions.flatMap((addition, at) =>
    isOpen || !isLong || at < FIRST || at >= additions.length - LAST ? [{ ...addition, step: at + 1 }] : [],
  )
  // All but the total would say what the own part is.
  const own = (value: string) => <Amount value={value} hidden={isHidden} hiddenLabel={t('public:amountHidden')} />
  return (
    <Card aria-labelledby="sum-path">
      <CardHead>
        <h2 id="sum-path">{t('solvency.path')}</h2>
      </CardHead>
      <Body $gap={3}>
        <Segmented
          kind="tab"
          label={t('solvency.path')}
          value={chosen}
          onChange={choose}
          options={counted.parts.map(({ amount }, part) => ({
            value: String(part),
            label: t('solvency.part', {
              number: part + 1,
              amount: isHidden ? '••••' : decimalText(amount, { decimals: 2, rounding: 'down' }),
            }),
          }))}
        />
        <Table>
          <thead>
            <tr>
              <th>{t('solvency.step')}</th>
              <th>{t('solvency.yours')}</th>
              <th>{t('solvency.neighbour')}</th>
              <th>{t('solvency.sum')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ step, before, neighbour, sum }) => (
              <tr key={step}>
                <td>{step}</td>
                <td>{own(before)}</td>
                <td>{own(neighbour)}</td>
                <td>{step === additions.length ? <Amount value={sum} /> : own(sum)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
        {isLong && !isOpen ? (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t('solvency.more', { number: additions.length })}
          </Button>
        ) : null}
        <p>{t('solvency.why')}</p>
      </Body>
    </Card>
  )
}
