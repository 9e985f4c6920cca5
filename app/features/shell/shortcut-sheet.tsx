/** The list of all keys, and the switch that turns off those that are pressed alone. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Kbd, KeyValueList, Sheet, Switch, Text, token } from '../../ui'
import { setSingleKeys, useSingleKeys } from '../../ui/shortcut-key'

interface Shortcut {
  readonly keys: readonly string[]
  readonly textKey: string
  /** Text key of the name that the words speak of. */
  readonly nameKey?: string
}

const GROUPS: readonly { readonly titleKey: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    titleKey: 'func:shortcut.everywhere',
    shortcuts: [
      { keys: ['Ctrl K'], textKey: 'func:palette.label' },
      { keys: ['/'], textKey: 'func:shortcut.search' },
      { keys: ['g', 'h'], textKey: 'func:shortcut.home' },
      { keys: ['g', 't'], textKey: 'func:shortcut.trade' },
      { keys: ['g', 'o'], textKey: 'func:shortcut.orders' },
      { keys: ['g', 'w'], textKey: 'func:shortcut.wallet' },
      { keys: ['?'], textKey: 'func:shortcut.list' },
      { keys: ['Esc'], textKey: 'func:shortcut.close' },
    ],
  },
  {
    titleKey: 'func:shortcut.trade',
    shortcuts: [
      { keys: ['b'], textKey: 'func:shortcut.goTo', nameKey: 'trade:ticket.buyUp' },
      { keys: ['s'], textKey: 'func:shortcut.goTo', nameKey: 'trade:ticket.sellLow' },
      { keys: ['↑', '↓'], textKey: 'func:shortcut.sizeStep' },
      { keys: ['Shift ↑', 'Shift ↓'], textKey: 'func:shortcut.sizeTen' },
      { keys: ['t'], textKey: 'trade:chart.line.set.takeProfit' },
      { keys: ['l'], textKey: 'trade:chart.line.set.stopLoss' },
      { keys: ['p'], textKey: 'trade:preset.next' },
      { keys: ['o'], textKey: 'trade:ticket.open' },
      { keys: ['[', ']'], textKey: 'func:shortcut.otherInstrument' },
      { keys: ['1', '–', '6'], textKey: 'trade:period.label' },
      { keys: ['End'], textKey: 'trade:chart.latest' },
      { keys: ['m'], textKey: 'func:shortcut.chartMenu' },
      { keys: ['e'], textKey: 'func:shortcut.editNewest' },
      { keys: ['x'], textKey: 'func:shortcut.closeNewest' },
      { keys: ['Shift X'], textKey: 'order:closeAll.action' },
    ],
  },
  {
    titleKey: 'func:shortcut.ordersPage',
    shortcuts: [
      { keys: ['1', '2', '3'], textKey: 'order:shortcut.tabs' },
      { keys: ['j', 'k'], textKey: 'order:shortcut.move' },
      { keys: ['e'], textKey: 'order:shortcut.edit' },
      { keys: ['x'], textKey: 'order:shortcut.end' },
      { keys: ['p'], textKey: 'order:shortcut.part' },
      { keys: ['r'], textKey: 'order:shortcut.reverse' },
      { keys: ['a'], textKey: 'order:shortcut.closeAll' },
      { keys: ['m'], textKey: 'order:shortcut.map' },
    ],
  },
  { titleKey: 'wallet:statement.title', shortcuts: [{ keys: ['p'], textKey: 'func:shortcut.print' }] },
]

const Setting = styled.div`
  display: grid;
  gap: ${token.space[1]};
  padding: ${token.space[3]};
  margin-block-end: ${token.space[2]};
  border-radius: ${token.radius.md};
  background: ${token.surface.canvas};
`
const Group = styled.section`
  padding-block-start: ${token.space[4]};
  h3 { font-size: ${token.type.sm}; font-weight: 600; margin-block-end: ${token.space[3]}; }
  kbd + kbd { margin-inline-start: 4px; }
`

export default function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('func')
  const isOn = useSingleKeys()
  return (
    <Sheet open={open} onClose={onClose} title={t('shortcut.title')} closeLabel={t('public:close')}>
      <Setting>
        <Switch label={t('shortcut.single')} checked={isOn} onChange={setSingleKeys}>
          <b>{t('shortcut.single')}</b>
        </Switch>
        <Text $size="sm" $tone="secondary">
          {t('shortcut.singleHelp')}
        </Text>
      </Setting>
      {GROUPS.map(({ titleKey, shortcuts }) => (
        <Group key={titleKey}>
          <h3>{t(titleKey)}</h3>
          <KeyValueList
            rows={shortcuts.map(({ keys, textKey, nameKey }) => ({
              key: `${keys.join()} ${textKey}`,
              label: t(textKey, nameKey === undefined ? {} : { name: t(nameKey) }),
              value: <bdi dir="ltr">{keys.map((name) => (name === '–' ? ' – ' : <Kbd key={name}>{name}</Kbd>))}</bdi>,
            }))}
          />
        </Group>
      ))}
    </Sheet>
  )
}
