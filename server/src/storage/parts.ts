import type { RequestPool } from '../postgres/pool/request-pool.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Admission } from '../http/admission.ts'
import type { Identities } from '../http/identity.ts'
import type { Turns } from '../http/turns.ts'
import type { Links } from './links/links.ts'
import type { Pictures } from './pictures/pictures.ts'

/** What the calls of this dialect work with. */
export interface Storage {
  requests: RequestPool
  identities: Identities
  admission: Admission
  /** Whom a token may name. */
  roles: () => ReadonlySet<string>
  files: FileStore
  links: Links
  /** What one person asks of the database takes turns. */
  turns: Turns
  /** And so do their uploads. */
  uploads: Turns
  /** Of bytes on their way to somebody. */
  downloads: Turns
  /** Made to measure. */
  pictures: Pictures
  /** To what width or height, in pixels. */
  pictureSizes: readonly number[]
}
