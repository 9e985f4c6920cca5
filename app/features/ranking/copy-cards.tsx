import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { RankingEntry } from '../../terms/ranking'
import { Avatar, Button, Change, media, Percent, token } from '../../ui'
import { rankingInitials } from './ranking-data'

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding-inline: ${token.space[4]};
  ${media.tablet} { grid-template-columns: repeat(2, minmax(0, 1fr)); padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding: 0; }
  li {
    display: grid;
    gap: ${token.space[4]};
    padding: ${token.space[4]};
    border-radius: ${token.radius.md};
    background: ${token.surface.surface};
    box-shadow: ${token.shadow.card};
  }
`
const Who = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  > div { flex: 1; min-width: 0; display: grid; gap: 2px; }
  b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  span { font-size: ${token.type.sm}; color: ${token.text.muted}; }
  code { font-family: ${token.font.mono}; font-size: ${token.type.xs}; direction: ltr; unicode-bidi: isolate; }
`
const Figures = styled.dl`
  display: grid;
  grid-template-columns: 1.2fr 0.9fr 1fr auto;
  gap: ${token.space[2]};
  dt { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  dd { display: flex; align-items: center; height: 24px; font-variant-numeric: tabular-nums lining-nums; }
  dd, dd > * { font-weight: 600; }
  > :last-child { text-align: end; }
  > :last-child dd { justify-content: flex-end; }
`

/** Traders whom one will be able to copy. Nothing can be copied yet, and the button says so. */
export function CopyCards({ entries }: { entries: readonly RankingEntry[] }) {
  const { t } = useTranslation('documentary')
  return (
    <List>
      {entries.map((entry) => (
        <li key={entry.code}>
          <Who>
            <Avatar initials={rankingInitials(entry.user)} size={40} />
            <div>
              <b>
                <bdi>{entry.user}</bdi>
              </b>
              <span>
                {t('card.code')} <code>{entry.code}</code>
              </span>
            </div>
            <Button disabled size="sm">
              {t('notOpenYet')}
            </Button>
          </Who>
          <Figures>
            <div>
              <dt>{t('card.rate')}</dt>
              <dd>
                <Change value={entry.threeWeekRate} decimals={2} />
              </dd>
            </div>
            <div>
              <dt>{t('card.win')}</dt>
              <dd>
                <Percent value={entry.threeWeekWin} decimals={0} />
              </dd>
            </div>
            <div>
              <dt>{t('card.multiple')}</dt>
              <dd>{entry.multiple === '' ? '–' : <bdi>{t('multiple', { value: entry.multiple })}</bdi>}</dd>
            </div>
            <div>
              <dt>{t('card.trades')}</dt>
              <dd>{entry.threeWeekTradeNum}</dd>
            </div>
          </Figures>
        </li>
      ))}
    </List>
  )
}
