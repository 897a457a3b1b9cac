const publicFolder = '/storage/v1/object/public/user-files/'

/**
 * Returns the URL of a stored profile picture, which may contain an earlier domain of this site. Returns undefined for
 * pictures of other sites, which the content security policy blocks.
 */
export function pictureUrl(picture: string, site: string): string | undefined {
  const url = URL.parse(picture)
  if (!url) return publicFolder + picture
  if (url.protocol === 'blob:' || url.origin === site) return picture
  const isStored = url.protocol.startsWith('http') && url.pathname.startsWith(publicFolder)
  return isStored ? url.pathname : undefined
}

const widths = [48, 96, 192, 384, 768, 1536] as const
const stored = /\/storage\/v1\/object\/(?=(?:public|sign)\/)/

/** `shown` is the width on the page. Images outside the storage have no `srcSet`. */
export function responsiveImage(address: string | undefined, shown: number) {
  if (!address || !stored.test(address)) return { src: address }
  const small = address.replace(stored, '/storage/v1/render/image/')
  const query = address.includes('?') ? '&width=' : '?width='
  const srcSet = [1, 2].map((density) => `${small}${query}${widthFor(shown * density)} ${density}x`)
  return { src: address, srcSet: srcSet.join(', ') }
}

function widthFor(pixels: number) {
  return widths.find((width) => width >= pixels) ?? widths.at(-1)
}
