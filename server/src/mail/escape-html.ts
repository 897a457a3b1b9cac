const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe in text and in quoted attributes. */
export function escapeHtml(text: string) {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
