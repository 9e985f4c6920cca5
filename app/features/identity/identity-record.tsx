/** What was submitted, to look at: while it is checked and when it is confirmed. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Pair } from '../../pictures/picture-frame'
import { SIDES } from '../../pictures/picture-side'
import { LocalTime } from '../../time/local-time'
import { Card, Icon, KeyValueList, Stack, token } from '../../ui'
import type { IdentityData } from './identity-data'

const Hero = styled.div`
  display: grid;
  justify-items: start;
  gap: 6px;
  h2 { font-size: ${token.type.xl}; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
  p { color: ${token.text.secondary}; }
  svg { width: 32px; height: 32px; color: ${token.brand.text}; }
  &[data-stage='certified'] svg { color: ${token.status.ok.text}; }
`
const Picture = styled.div`
  border-radius: ${token.radius.sm};
  overflow: hidden;
  background: ${token.surface.active};
  box-shadow: 0 0 0 1px ${token.border.soft};
  aspect-ratio: 8 / 5;
  img { width: 100%; height: 100%; object-fit: contain; }
`
const CardNumber = styled.bdi`
  font-family: ${token.font.mono};
  direction: ltr;
`

/** Every look at a picture is written down, so the one that is shown stays while newer references come with the polls. */
function KeptPicture({ reference, alt }: { reference: string; alt: string }) {
  const [shown, setShown] = useState(reference)
  return (
    <Picture>
      <img src={paths.action.image(shown)} alt={alt} width={640} height={400} onError={() => setShown(reference)} />
    </Picture>
  )
}

export function IdentityRecord({ data }: { data: IdentityData }) {
  const { t } = useTranslation('account')
  const { stage, name, cardId, submittedAt, decidedAt, pictures } = data
  const isCertified = stage === 'certified'
  return (
    <Card $pad $flat>
      <Stack>
        <Hero data-stage={stage}>
          <Icon name={isCertified ? 'badge-check' : 'hourglass'} size={24} />
          <h2>{t(isCertified ? 'identity.certifiedTitle' : 'identity.reviewTitle')}</h2>
          <p>{t(isCertified ? 'identity.certifiedText' : 'identity.reviewText')}</p>
        </Hero>
        <Pair>
          {SIDES.filter((side) => pictures[side] !== '').map((side) => (
            <KeptPicture key={side} reference={pictures[side]} alt={t(`identity.alt.${side}`)} />
          ))}
        </Pair>
        <KeyValueList
          rows={[
            { key: 'name', label: t('identity.name'), value: <bdi>{name}</bdi> },
            { key: 'number', label: t('identity.number'), value: <CardNumber>{cardId}</CardNumber> },
            ...(submittedAt === null
              ? []
              : [{ key: 'submitted', label: t('identity.submittedAt'), value: <LocalTime moment={submittedAt} /> }]),
            ...(decidedAt === null
              ? []
              : [{ key: 'decided', label: t('identity.stage.certified'), value: <LocalTime moment={decidedAt} /> }]),
          ]}
        />
      </Stack>
    </Card>
  )
}
