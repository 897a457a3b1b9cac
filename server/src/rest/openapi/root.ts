// Responds to requests for the root path with an OpenAPI description of a schema.
import type { RequestPool } from '../../postgres/pool/request-pool.ts'
import { matchesETag } from '../../http/entity-tag.ts'
import { badMethod, descriptionDisabled, noAvailableType } from '../errors.ts'
import { parseAccept } from '../parse/accept.ts'
import { chooseSchema, isReading, type RawRequest } from '../parse/request.ts'
import { profileHeader } from '../respond/response-headers.ts'
import type { RestResponse } from '../respond/respond.ts'
import type { RestRequestContext } from '../run.ts'
import { contextStatements } from '../session-context.ts'
import { emptySchema, type SchemaCache } from '../schema/schema.ts'
import type { RestSettings } from '../settings.ts'
import type { Timing } from '../server-timing.ts'
import { buildDescription, descriptionStatements, type Description } from './document.ts'

const contentTypes = new Map([
  ['application/openapi+json', 'application/openapi+json'],
  ['application/json', 'application/json'],
  ['application/*', 'application/openapi+json'],
  ['*/*', 'application/openapi+json'],
])

interface RootDependencies {
  requests: RequestPool
  descriptions: DescriptionCache
  schemaCache: SchemaCache
  settings: RestSettings
  timing: Timing
}

export async function respondToRoot(
  { raw, identity, user }: RestRequestContext,
  { requests, descriptions, schemaCache, settings, timing }: RootDependencies,
): Promise<RestResponse> {
  if (!isReading(raw.method)) throw badMethod(raw.method)
  if (settings.openApi === 'disabled') throw descriptionDisabled()
  const contentType = chooseContentType(raw)
  const schema = chooseSchema(raw, settings.schemas)
  timing.begin('plan')
  const key = { schemaCache, role: identity.role, schema }
  const cached = descriptions.find(key)
  timing.begin('transaction')
  const statements = [
    ...contextStatements(raw, schema, identity, settings),
    ...(cached ? [] : descriptionStatements(schema, settings)),
  ]
  const results = await requests.batch(identity.role, statements, { priority: 'normal', user })
  timing.begin('response')
  const description =
    cached ??
    descriptions.store(
      key,
      buildDescription(results, schemaCache.schemas.get(schema) ?? emptySchema),
    )
  const headers = {
    ...profileHeader(schema, settings),
    etag: description.eTag,
    'cache-control': 'private, no-cache',
  }
  if (matchesETag(raw.headers, description.eTag)) return { status: 304, headers, body: undefined }
  return {
    status: 200,
    headers: { ...headers, 'content-type': `${contentType}; charset=utf-8` },
    body: Buffer.from(description.json),
  }
}

function chooseContentType({ headers }: RawRequest) {
  const accept = parseAccept(headers.accept)
  const found = accept.map(({ type }) => contentTypes.get(type)).find((type) => type !== undefined)
  if (found === undefined) throw noAvailableType(accept.map(({ text }) => text))
  return found
}

interface DescriptionKey {
  schemaCache: SchemaCache
  role: string
  schema: string
}

const maxEntries = 50

/** Caches descriptions by schema cache, role and schema. */
export class DescriptionCache {
  readonly #entries = new WeakMap<SchemaCache, Map<string, Description>>()

  find({ schemaCache, role, schema }: DescriptionKey) {
    return this.#entries.get(schemaCache)?.get(keyOf(role, schema))
  }

  /** Stores a description, and evicts the oldest one if the cache is full. */
  store({ schemaCache, role, schema }: DescriptionKey, description: Description) {
    const entries = this.#entries.get(schemaCache) ?? new Map<string, Description>()
    this.#entries.set(schemaCache, entries)
    const [oldest] = entries.keys()
    if (oldest !== undefined && entries.size >= maxEntries) entries.delete(oldest)
    entries.set(keyOf(role, schema), description)
    return description
  }
}

function keyOf(role: string, schema: string) {
  return JSON.stringify([role, schema])
}
