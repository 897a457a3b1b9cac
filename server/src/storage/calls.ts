import { createBucket } from './buckets/create.ts'
import { emptyBucket } from './buckets/empty.ts'
import { getBucket } from './buckets/get.ts'
import { listBuckets } from './buckets/list.ts'
import { removeBucket } from './buckets/remove.ts'
import { updateBucket } from './buckets/update.ts'
import type { Call } from './call.ts'
import { downloads } from './downloads/calls.ts'
import { signMany, signOne } from './links/sign.ts'
import { signUpload, uploadByLink } from './links/sign-upload.ts'
import { listV2 } from './lists/list-v2.ts'
import { list } from './lists/list.ts'
import { copy } from './objects/copy.ts'
import { infos } from './objects/info.ts'
import { move } from './objects/move.ts'
import { removeMany, removeOne } from './objects/remove.ts'
import { create, replace } from './objects/upload.ts'
import { pictures } from './pictures/calls.ts'

/** All that this dialect answers. */
export const calls: readonly Call[] = [
  createBucket,
  listBuckets,
  getBucket,
  updateBucket,
  emptyBucket,
  removeBucket,
  create,
  replace,
  ...downloads,
  ...pictures,
  ...infos,
  list,
  listV2,
  move,
  copy,
  removeOne,
  removeMany,
  signOne,
  signMany,
  signUpload,
  uploadByLink,
]
