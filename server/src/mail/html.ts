// The parts of a mail in HTML. Styles stand inline, because some mail clients drop all others; the classes are what
// the frame changes where it is dark.
import { escapeHtml } from './escape-html.ts'

const face = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const accent = '#0f766e'

export function heading(text: string) {
  const style = `margin:0 0 16px;${face};font-size:20px;line-height:1.3;font-weight:600;color:#1c1917`
  return `<h1 class="ink" style="${style}">${escapeHtml(text)}</h1>`
}

export function paragraph(text: string) {
  const style = `margin:0 0 16px;${face};font-size:16px;line-height:1.5;color:#1c1917;overflow-wrap:anywhere`
  return `<p class="ink" style="${style}">${escapeHtml(text)}</p>`
}

/** The main button is what the mail is about; others stand back. */
export function button(label: string, target: string, isMain: boolean) {
  const box = isMain
    ? `background:${accent};border:1px solid ${accent}`
    : `border:1px solid ${accent}`
  const words = `display:inline-block;padding:11px 20px;${face};font-size:16px;line-height:20px;font-weight:600`
  const ink = isMain ? '#ffffff' : accent
  const name = isMain ? 'button' : 'second'
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">',
    `<tr><td class="${name}" style="border-radius:10px;${box}">`,
    `<a class="${name}-words" href="${escapeHtml(target)}" style="${words};color:${ink};text-decoration:none">`,
    `${escapeHtml(label)}</a></td></tr></table>`,
  ].join('')
}

export function code(text: string) {
  const style =
    `margin:8px 0 24px;${face};font-size:32px;line-height:1.2;font-weight:600;letter-spacing:0.2em;` +
    'font-variant-numeric:tabular-nums;color:#1c1917;overflow-wrap:anywhere'
  return `<p class="ink" style="${style}">${escapeHtml(text)}</p>`
}
