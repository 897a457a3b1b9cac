const publicFolder = '/storage/v1/object/public/user-files/'

/**
 * Returns the URL of a profile picture, which the profile stores as a path or as a URL. A URL with another domain may
 * be from an earlier domain of this site. If such a URL has the path of a profile picture, the function returns only
 * the path. Otherwise it returns undefined, because the content security policy blocks pictures of other sites.
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

/**
 * Returns the `src` and `srcSet` of an image with this width on the page, for normal and high-density screens. An image
 * outside the storage has no `srcSet`.
 */
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
