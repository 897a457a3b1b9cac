// Decides whether a detected media type is the declared one under another name.

/** Types of sound and moving pictures, because containers such as WebM, Ogg and MP4 hold both. */
const recording = /^(?:audio|video)\/|^application\/(?:ogg|mp4|mxf|vnd\.rn-realmedia|x-matroska)$/u

const zip =
  /^application\/(?:x-)?zip(?:-compressed)?$|^application\/(?:vnd\.|epub\+zip|java-archive|x-java-archive)/u

const gzip = /^application\/(?:x-)?(?:gzip|gunzip|gtar|tgz|gzip-compressed|compressed-tar)$/u

/** A type is in at most one family, whose types have the same risk for somebody who opens the file. */
const families: readonly RegExp[] = [
  recording,
  /^image\/(?!svg)/u,
  /^font\/|^application\/(?:x-)?font-|^application\/vnd\.ms-(?:fontobject|opentype)$/u,
  zip,
  gzip,
  /^application\/(?:x-)?(?:rar(?:-compressed)?|vnd\.rar)$/u,
  /^application\/(?:x-)?(?:bzip2?|bz2)$/u,
  /^application\/(?:x-)?tar$/u,
  /^application\/(?:x-)?7z(?:-compressed)?$/u,
  /^(?:application|text)\/(?:x-)?rtf$/u,
]

/** Formats whose files begin like files of their container format. */
const containers: [detected: string, declared: RegExp][] = [
  ['application/zip', /^application\/(?:vnd\.|epub\+zip|java-archive)/u],
  ['application/x-cfb', /^application\/(?:msword|vnd\.ms-)/u],
  ['application/xml', /[/+](?:xml|html)$/u],
  ['image/apng', /^image\/png$/u],
]

export function isSameType(detected: string, declared: string) {
  return (
    declared === detected ||
    containers.some(([type, pattern]) => type === detected && pattern.test(declared))
  )
}

export function isSameFamily(detected: string, declared: string) {
  return families.some((family) => family.test(detected) && family.test(declared))
}
