/** What the rules say of a fill: two prices with their relation, and each thing that was looked at. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { ShownAnswer } from '../../terms/challenge'
import { Badge, type BadgeTone, compareDecimals, decimalText, Icon, type IconName, token } from '../../ui'
import { CaseCard } from './case-parts'

const OUTCOME_ICONS: Readonly<Record<ShownAnswer['checks'][number]['outcome'], IconName>> = {
  passed: 'check',
  failed: 'x',
  not_checked: 'minus',
}
const OUTCOME_KEYS = { passed: 'step.outcome.passed', failed: 'step.outcome.failed', not_checked: 'step.outcome.unchecked' } as const
const VERDICT_TONES: Readonly<Record<ShownAnswer['verdict'], BadgeTone>> = { same: 'ok', different: 'danger', unknown: 'neutral' }
/** Checks whose two values are prices or times, which people compare; of hashes the outcome is enough. */
const COMPARED: ReadonlySet<string> = new Set(['sides', 'age', 'trigger', 'price'])

/** Every number of a comparison as people read it: `4012.5 / 4012.9` becomes `4,012.5 / 4,012.9`. */
const grouped = (text: string): string => text.replace(/\d+(?:\.\d+)?/g, (number) => decimalText(number))

const Prices = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  align-items: center;
  gap: ${token.space[3]};
  padding: ${token.space[3]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  text-align: center;
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  b { font-size: ${token.type.xl}; font-weight: 600; font-variant-numeric: tabular-nums; }
  [data-relation] { font-size: ${token.type.xxl}; font-weight: 600; line-height: 1; }
  [data-relation='equals'] { color: ${token.status.ok.text}; }
  [data-relation='isNot'] { color: ${token.status.danger.text}; }
`
const Checks = styled.ul`
  display: grid;
  li { display: grid; grid-template-columns: 20px minmax(0, 1fr); gap: ${token.space[3]}; padding-block: 10px; font-size: ${token.type.sm}; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
  li > svg { margin-block-start: 2px; color: ${token.text.muted}; }
  [data-outcome='passed'] > svg { color: ${token.status.ok.text}; }
  [data-outcome='failed'] > svg { color: ${token.status.danger.text}; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.secondary}; overflow-wrap: anywhere; }
`

/** Nothing where the rules give no price and do not say that one is wrong. */
function Relation({ answer: { verdict, expected, stated } }: { readonly answer: ShownAnswer }) {
  const { t } = useTranslation('proof')
  if (expected === '' && verdict !== 'different') return <span />
  const relation = expected !== '' && compareDecimals(expected, stated) === 0 ? 'equals' : 'isNot'
  return (
    <span role="img" aria-label={t(`challenge.${relation}`)} data-relation={relation}>
      {relation === 'equals' ? '=' : '≠'}
    </span>
  )
}

/** What the rules came to. */
export function RuleAnswer({ answer }: { readonly answer: ShownAnswer }) {
  const { t } = useTranslation('proof')
  const { verdict, expected, stated, credit, checks } = answer
  return (
    <CaseCard title={t('challenge.rules')} end={<Badge tone={VERDICT_TONES[verdict]}>{t(`challenge.verdict.${verdict}`)}</Badge>}>
      <Prices>
        <div>
          <small>{t('challenge.expected')}</small>
          <b>{expected === '' ? '–' : decimalText(expected)}</b>
        </div>
        <Relation answer={answer} />
        <div>
          <small>{t('challenge.stated')}</small>
          <b>{decimalText(stated)}</b>
        </div>
      </Prices>
      {verdict === 'different' && credit !== '' ? (
        <p>{t('challenge.difference', { amount: decimalText(credit, { decimals: 2 }) })}</p>
      ) : null}
      <Checks>
        {checks.map(({ name, outcome, found, rule }) => (
          <li key={name} data-outcome={outcome}>
            <Icon name={OUTCOME_ICONS[outcome]} size={18} />
            <div>
              <span className="sr-only">{t(OUTCOME_KEYS[outcome])}: </span>
              {t(`challenge.check.${name}`)}
              {COMPARED.has(name) && found !== '' ? (
                <small>
                  {t('challenge.stated')}: <bdi dir="ltr">{grouped(found)}</bdi> · {t('challenge.expected')}:{' '}
                  <bdi dir="ltr">{grouped(rule)}</bdi>
                </small>
              ) : null}
            </div>
          </li>
        ))}
      </Checks>
    </CaseCard>
  )
}
