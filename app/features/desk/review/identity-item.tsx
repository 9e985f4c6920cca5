/** One submission of papers: both pictures beside what was typed, and the five things that only eyes can compare. */
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox, KeyValueList, Link } from '../../../ui'
import { Evidence, type EvidenceTools } from './evidence'
import { AccountSection, DeskTime, History } from './item-facts'
import { type IdentityData, reviewHref } from './review-data'
import { Body, Facts } from './review-layout'

export const COMPARED = ['name', 'number', 'corners', 'expiry', 'screen'] as const

interface IdentityItemProps {
  readonly data: IdentityData & { readonly item: NonNullable<IdentityData['item']> }
  readonly compared: readonly string[]
  readonly onCompared: (compared: readonly string[]) => void
  readonly isLocked: boolean
  readonly mark: string
  readonly tools: Ref<EvidenceTools>
}

export function IdentityItem({ data, compared, onCompared, isLocked, mark, tools }: IdentityItemProps) {
  const { t } = useTranslation('desk')
  const { item, parameters, queue, canReadTraders, isNumberFull } = data
  const { company } = parameters
  return (
    <Body>
      <Evidence
        key={item.id}
        company={company}
        id={item.id}
        pictures={[
          { reference: item.front, alt: t('review.picture.front'), side: 'front' },
          { reference: item.reverse, alt: t('review.picture.reverse'), side: 'reverse' },
        ]}
        mark={mark}
        tools={tools}
      />
      <Facts data-side="">
        <section>
          <h3>{t('review.typed')}</h3>
          <KeyValueList
            dense
            rows={[
              { key: 'name', label: t('review.fact.name'), value: <bdi>{item.name}</bdi> },
              {
                key: 'number',
                label: t('review.fact.number'),
                value: (
                  <>
                    <bdi dir="ltr">{item.number}</bdi>{' '}
                    {isNumberFull ? null : (
                      <Link href={reviewHref(queue, parameters, { id: item.id, full: '1' })} inline>
                        {t('review.showNumber')}
                      </Link>
                    )}
                  </>
                ),
              },
              ...(item.country === '' ? [] : [{ key: 'country', label: t('review.fact.country'), value: item.country }]),
              { key: 'at', label: t('review.fact.submitted'), value: <DeskTime at={item.createdAt} /> },
            ]}
          />
        </section>
        {isLocked ? null : (
          <section>
            <h3>{t('review.compare')}</h3>
            {COMPARED.map((name) => (
              <Checkbox
                key={name}
                label={t(`review.compared.${name}`)}
                checked={compared.includes(name)}
                onChange={(isChecked) => onCompared(isChecked ? [...compared, name] : compared.filter((other) => other !== name))}
              />
            ))}
          </section>
        )}
        <section>
          <h3>{t('review.privacy')}</h3>
          <p>{t('review.privacyText')}</p>
        </section>
        <AccountSection account={item.account} company={company} canOpen={canReadTraders} />
        <History history={item.history} created={item.createdAt} />
      </Facts>
    </Body>
  )
}
