/** The trader's invitation: a code, the link that carries it, and how many came by it. It promises nobody anything. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Card, CopyButton, QrCode, type QrDrawing, RiskLine, token, useToast } from '../../ui'
import { Narrow } from '../../ui/narrow'

export interface InviteData {
  readonly title: string
  readonly code: string
  /** Accounts opened with the code. */
  readonly joined: number
  readonly link: string
  readonly qr: QrDrawing
}

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: ${token.space[4]};
  text-align: center;
`
const Code = styled.div`
  small { display: block; font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  strong { display: block; direction: ltr; font-size: ${token.type.xxxl}; font-weight: 600; line-height: 1.3; letter-spacing: 0.08em; font-variant-numeric: tabular-nums; }
`
const Address = styled.div`
  width: 100%;
  display: flex;
  align-items: center;
  min-height: 52px;
  padding: ${token.space[2]} ${token.space[3]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  code { direction: ltr; text-align: start; font: 500 ${token.type.sm}/1.45 ${token.font.mono}; color: ${token.text.secondary}; overflow-wrap: anywhere; min-width: 0; }
  b { color: ${token.text.primary}; font-weight: 700; }
`
const Wide = styled.div`
  width: 100%;
`

export function InvitePage({ data }: { data: InviteData }) {
  const { t } = useTranslation('account')
  const toast = useToast()
  const { code, joined, link, qr } = data
  const shown = link.replace(/^https?:\/\//, '').slice(0, -code.length)
  return (
    <Narrow>
      <Card $pad>
        <Body>
          <QrCode drawing={qr} label={t('invite.qr')} side={160} />
          <Code>
            <small>{t('invite.code')}</small>
            <strong>{code}</strong>
          </Code>
          <Address>
            <code>
              {shown}
              <b>{code}</b>
            </code>
          </Address>
          <Wide>
            <CopyButton
              text={link}
              label={t('invite.copy')}
              copiedLabel={t('public:copied')}
              variant="primary"
              size="lg"
              block
              onCopied={() => toast.show({ tone: 'ok', key: 'invite', title: t('invite.linkCopied') })}
            />
          </Wide>
          <p>{t('invite.joined', { count: joined })}</p>
        </Body>
      </Card>
      <RiskLine>{t('invite.risk')}</RiskLine>
    </Narrow>
  )
}
