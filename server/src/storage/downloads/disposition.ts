// Content-Disposition as RFC 6266 has it: a name in plain characters for everybody, and the real one beside it.
function asAttachment(name: string) {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/gu, '_')
  const real = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const quoted = /^[\w.!#$&+^`|~-]+$/u.test(plain) ? plain : `"${plain}"`
  return `attachment; filename=${quoted}; filename*=UTF-8''${real}`
}

/** supabase-js encodes it twice in the address of a link. */
function wished(download: string) {
  try {
    return decodeURIComponent(download).slice(0, 200)
  } catch {
    return download.slice(0, 200)
  }
}

const shown = /^(?:image\/(?:png|jpeg|gif|webp|avif)|application\/pdf)$/u

/** Only what cannot be a page is shown in the browser; whatever else is saved. */
export function dispositionOf(type: string, name: string, download: string | undefined) {
  const lastPart = name.split('/').at(-1) ?? name
  // Without a name it takes the last part of its address.
  if (download === '') return 'attachment;'
  if (download !== undefined) return asAttachment(wished(download))
  return shown.test(type) ? 'inline' : asAttachment(lastPart)
}
