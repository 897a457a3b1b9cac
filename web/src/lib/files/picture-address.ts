const publicFolder = '/storage/v1/object/public/user-files/'

/**
 * Where the browser finds a picture of a profile, which may be kept as a path or as an address: the one this site had
 * then, so that its path is what counts. What lies elsewhere is not fetched: the policy of the page allows pictures of
 * this site alone.
 */
export function pictureAddress(picture: string, site: string): string | undefined {
  const url = URL.parse(picture)
  if (!url) return publicFolder + picture
  if (url.protocol === 'blob:' || url.origin === site) return picture
  const isStored = url.protocol.startsWith('http') && url.pathname.startsWith(publicFolder)
  return isStored ? url.pathname : undefined
}
