// Some mail clients ignore styles that are not inline. The frame template uses the class names for dark mode.
const face = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const accent = '#0f766e'
/** Breaks long words in users' texts. The second property is for older mail clients. */
const breaking = 'overflow-wrap:anywhere;word-break:break-word'

export function heading(text: string) {
  const style = `margin:0 0 16px;${face};font-size:20px;line-height:1.3;font-weight:600;color:#1c1917;${breaking}`
  return `<h1 class="ink" style="${style}">${escapeHtml(text)}</h1>`
}

export function paragraph(text: string) {
  const style = `margin:0 0 16px;${face};font-size:16px;line-height:1.5;color:#1c1917;${breaking}`
  return `<p class="ink" style="${style}">${escapeHtml(text)}</p>`
}

/** The main button serves the email's purpose, and other buttons are less prominent. */
export function button(label: string, target: string, isMain: boolean) {
  const boxStyle = isMain
    ? `background:${accent};border:1px solid ${accent}`
    : `border:1px solid ${accent}`
  const labelStyle = `display:inline-block;padding:11px 20px;${face};font-size:16px;line-height:20px;font-weight:600`
  const ink = isMain ? '#ffffff' : accent
  const name = isMain ? 'button' : 'second'
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">',
    `<tr><td class="${name}" style="border-radius:10px;${boxStyle}">`,
    `<a class="${name}-words" href="${escapeHtml(target)}" style="${labelStyle};color:${ink};text-decoration:none">`,
    `${escapeHtml(label)}</a></td></tr></table>`,
  ].join('')
}

export function code(text: string) {
  const style =
    `margin:8px 0 24px;${face};font-size:32px;line-height:1.2;font-weight:600;letter-spacing:0.2em;` +
    `font-variant-numeric:tabular-nums;color:#1c1917;${breaking}`
  return `<p class="ink" style="${style}">${escapeHtml(text)}</p>`
}

/** Returns the heading of one part, in an email with several parts. */
export function partHeading(text: string) {
  const style = `margin:24px 0 8px;${face};font-size:17px;line-height:1.3;font-weight:600;color:#1c1917;${breaking}`
  return `<h2 class="ink" style="${style}">${escapeHtml(text)}</h2>`
}

const quiet = `${face};font-size:13px;line-height:1.5;color:#57534e`

export function quietParagraph(text: string) {
  return `<p class="quiet" style="margin:0 0 8px;${quiet}">${escapeHtml(text)}</p>`
}

export function quietLink(label: string, target: string) {
  const link = `<a href="${escapeHtml(target)}" style="color:#57534e">${escapeHtml(label)}</a>`
  return `<p class="quiet" style="margin:0 0 8px;${quiet}">${link}</p>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML and for quoted attributes. */
export function escapeHtml(text: string) {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
