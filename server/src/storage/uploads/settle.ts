// What came in becomes what is kept: of a known type, as small as it has to be, and safe on disk.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Storage } from '../parts.ts'
import { checkPicture, pictureFormatOf } from '../pictures/reading.ts'
import { checkSize, checkType, type Rules } from '../rules.ts'
import type { Received } from './said.ts'
import { makeAnew } from './picture.ts'
import { typeOf } from './sniff.ts'
import { unknownType, withCharset } from './type.ts'
import { measureFile } from './write.ts'

export interface Kept {
  version: string
  metadata: Record<string, unknown>
  userMetadata: Record<string, unknown> | undefined
}

interface Coming {
  rules: Rules
  who: string
  /** Writes it to the path that it is given. */
  bring: (path: string) => Promise<Received>
}

export async function settle({ files }: Storage, { rules, who, bring }: Coming): Promise<Kept> {
  const [came, made] = [files.incoming(), files.incoming()]
  try {
    const received = await bring(came)
    const type = await typeFor(rules, received)
    const isMade = await asPicture({ came, made, type, rules, who })
    const { size, sha256 } = isMade ? await measureFile(made) : received
    checkSize(rules, size)
    const version = randomUUID()
    await files.keep(isMade ? made : came, version)
    return {
      version,
      metadata: metadataOf({ received, type, size, sha256 }),
      userMetadata: received.said.userMetadata,
    }
  } finally {
    await Promise.all([rm(came, { force: true }), rm(made, { force: true })])
  }
}

/** What it is said to be has to be wanted here, and so has what it is. */
async function typeFor(rules: Rules, { head, said }: Received) {
  if (said.type !== unknownType) checkType(rules, said.type)
  const type = await typeOf(head, said.type)
  checkType(rules, type)
  return type
}

interface Picture {
  came: string
  made: string
  type: string
  rules: Rules
  who: string
}

/** True when there is a new one. */
async function asPicture({ came, made, type, rules, who }: Picture) {
  if (!pictureFormatOf(type)) return false
  if (rules.longestSide === undefined) {
    await checkPicture(came)
    return false
  }
  await makeAnew(came, { to: made, type, longestSide: rules.longestSide, who })
  return true
}

function metadataOf({
  received,
  type,
  size,
  sha256,
}: {
  received: Received
  type: string
  size: number
  sha256: string
}) {
  return {
    eTag: `"${sha256.slice(0, 32)}"`,
    size,
    mimetype: withCharset(type, received.said.charset),
    cacheControl: received.said.cacheControl,
    ...(received.said.robots === undefined ? {} : { xRobotsTag: received.said.robots }),
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    sha256,
  }
}
