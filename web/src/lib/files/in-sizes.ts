const widths = [48, 96, 192, 384, 768, 1536] as const
const stored = /\/storage\/v1\/object\/(?=(?:public|sign)\/)/

/**
 * What the browser chooses from for a picture that is shown so wide: one for plain screens and one for sharp ones. What is
 * not on the server yet comes as it is.
 */
export function inSizes(address: string | undefined, shown: number) {
  if (!address || !stored.test(address)) return { src: address }
  const small = address.replace(stored, '/storage/v1/render/image/')
  const query = address.includes('?') ? '&width=' : '?width='
  const srcSet = [1, 2].map((density) => `${small}${query}${widthFor(shown * density)} ${density}x`)
  return { src: address, srcSet: srcSet.join(', ') }
}

function widthFor(pixels: number) {
  return widths.find((width) => width >= pixels) ?? widths.at(-1)
}
