const publicFolder = '/storage/v1/object/public/user-files/'

/**
 * Where the browser finds a picture of a profile, which may be kept as a path or as an address: the one this site had
 * then, so that its path is what counts. What lies elsewhere is not fetched: the policy of the page allows pictures of
 * this site alone.
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
 * What the browser chooses from for a picture that is shown so wide: one for plain screens and one for sharp ones. What is
 * not on the server yet comes as it is.
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
