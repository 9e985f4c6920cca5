/** What this browser keeps of the log of the receipt that is shown. */
import { useTranslation } from 'react-i18next'
import { Card, CardHead, groupDigits, KeyValueList, Stack, Text } from '../../ui'
import { deviceMemory } from './device-memory'
import { utcText } from './receipt-body'
import { Code } from './receipt-facts'
import { seenBefore } from './seen-logs'
import { SidePart } from './side-part'

/** @param origin of the log; null where the receipt is in none that is known here. */
export function MemoryCard({ origin }: { origin: string | null }) {
  const { t } = useTranslation('proof')
  const kept = origin === null ? null : seenBefore(deviceMemory(), origin)
  const time = (at: number) => <Code dir="ltr">{utcText(at - (at % 1000))?.replace('.000', '')}</Code>
  return (
    <Card>
      <CardHead>
        <h2>{t('memory.title')}</h2>
      </CardHead>
      <SidePart>
        <Stack $gap={3}>
          <Text $size="sm" $tone="secondary">
            {t(kept === null ? 'memory.none' : 'memory.text')}
          </Text>
          {kept === null ? null : (
            <KeyValueList
              rows={[
                ...(kept.firstAt === 0 ? [] : [{ key: 'first', label: t('memory.first'), value: time(kept.firstAt) }]),
                { key: 'count', label: t('memory.count'), value: groupDigits(String(Math.max(1, kept.count))) },
                ...(kept.newestAt === 0 ? [] : [{ key: 'newest', label: t('memory.newest'), value: time(kept.newestAt) }]),
                { key: 'size', label: t('memory.size'), value: groupDigits(String(kept.size)) },
              ]}
            />
          )}
        </Stack>
      </SidePart>
    </Card>
  )
}
