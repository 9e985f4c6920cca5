/**
 * The shape of a mail: plain text, and HTML in the company's name and colours. Mail programs know neither style sheets nor
 * variables, so every colour is written out from the company's own tokens, in its light mode.
 */
import { html } from 'hono/html'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'

export interface MailContent {
  readonly tenant: Tenant
  readonly language: Language
  readonly languageTag: string
  readonly subject: string
  /** Says that the whole site is a demonstration; empty where it is not. */
  readonly demoLine: string
  readonly body: string
  readonly code: string
  readonly details: readonly { readonly name: string; readonly value: string }[]
  readonly actions: readonly { readonly label: string; readonly link: string }[]
  readonly note: string
  readonly footer: readonly string[]
}

const RIGHT_TO_LEFT: readonly Language[] = ['ar', 'fa']

export function textMail({ tenant, demoLine, body, code, details, actions, note, footer }: MailContent): string {
  const parts = [
    demoLine,
    tenant.name,
    body,
    code,
    details.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    actions.map(({ label, link }) => `${label}:\n${link}`).join('\n\n'),
    note,
    `-- \n${footer.join('\n')}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

interface Look {
  (token: string): string
  readonly radius: string
}

function lookOf({ palette: { modes, shape } }: Tenant): Look {
  return Object.assign((token: string) => modes.light[token] ?? '', { radius: shape['r-md'] ?? '' })
}

export async function htmlMail(mail: MailContent): Promise<string> {
  const look = lookOf(mail.tenant)
  const isRightToLeft = RIGHT_TO_LEFT.includes(mail.language)
  const side = isRightToLeft ? 'right' : 'left'
  const paragraph = `margin:0 0 16px;font-size:15px;line-height:1.6;color:${look('text-1')};text-align:${side}`
  const page = html`<!doctype html>
<html lang="${mail.languageTag}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${mail.subject}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${look('bg-canvas')};font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
${demoRow(mail, look)}
<tr><td style="padding:20px 24px;background:${look('brand')};border-radius:${look.radius} ${look.radius} 0 0;color:${look('on-brand')};font-size:18px;font-weight:600;text-align:${side}">${mail.tenant.name}</td></tr>
<tr><td style="padding:24px;background:${look('bg-surface')};border:1px solid ${look('line-1')};border-top:0;border-radius:0 0 ${look.radius} ${look.radius}">
<p style="${paragraph}">${mail.body}</p>
${codeBox(mail, look)}
${detailTable(mail, look, side)}
${mail.actions.map((action, index) => button(action, index === 0, look, side))}
<p style="margin:0;font-size:14px;line-height:1.6;color:${look('text-2')};text-align:${side}">${mail.note}</p>
</td></tr>
<tr><td style="padding:16px 24px;font-size:12px;line-height:1.6;color:${look('text-3')};text-align:${side}">
${mail.footer.map((line) => html`<p style="margin:0 0 4px">${line}</p>`)}
</td></tr>
</table>
</body>
</html>
`
  return String(await page)
}

function demoRow({ demoLine }: MailContent, look: Look) {
  if (demoLine === '') return ''
  return html`<tr><td style="padding:8px 24px;background:${look('warn-soft')};color:${look('warn-text')};font-size:13px;font-weight:600;text-align:center">${demoLine}</td></tr>`
}

function codeBox({ code }: MailContent, look: Look) {
  if (code === '') return ''
  return html`<p dir="ltr" style="margin:0 0 16px;padding:16px;background:${look('bg-sunken')};border-radius:${look.radius};color:${look('text-1')};font-size:28px;font-weight:600;letter-spacing:6px;text-align:center">${code}</p>`
}

function detailTable({ details }: MailContent, look: Look, side: string) {
  if (details.length === 0) return ''
  const cell = `padding:8px 0;border-bottom:1px solid ${look('line-1')};font-size:14px;vertical-align:top;text-align:${side}`
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
${details.map(({ name, value }) => html`<tr><th scope="row" style="${cell};width:30%;font-weight:400;color:${look('text-2')}">${name}</th><td style="${cell};color:${look('text-1')}"><bdi>${value}</bdi></td></tr>`)}
</table>`
}

function button({ label, link }: { readonly label: string; readonly link: string }, isFirst: boolean, look: Look, side: string) {
  const colours = isFirst
    ? `background:${look('brand')};color:${look('on-brand')}`
    : `background:${look('bg-surface')};color:${look('brand-text')}`
  return html`<p style="margin:0 0 16px;text-align:${side}"><a href="${link}" style="display:inline-block;padding:12px 20px;border:1px solid ${look('brand')};border-radius:${look.radius};${colours};font-size:15px;font-weight:600;text-decoration:none">${label}</a></p>`
}
