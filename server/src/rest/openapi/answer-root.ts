// The root: what there is to ask for, as far as whoever asks has a right to it.
import type { RequestPool } from '../../postgres/pool/request-pool.ts'
import { hasVersion } from '../../http/entity-tag.ts'
import type { Identity } from '../../http/identity.ts'
import { badMethod, noDescription, notAvailable } from '../errors.ts'
import { parseAccept } from '../parse/accept.ts'
import { chooseSchema, isReading, type RawRequest } from '../parse/request.ts'
import { profileHeader } from '../respond/content-location.ts'
import type { Response } from '../respond/respond.ts'
import { contextStatements } from '../run/context.ts'
import { emptySchema, type SchemaCache } from '../schema/schema.ts'
import type { RestSettings } from '../settings.ts'
import type { Timing } from '../stopwatch.ts'
import { describe, describingStatements } from './describe.ts'
import type { Description, Descriptions } from './descriptions.ts'

const types = new Map([
  ['application/openapi+json', 'application/openapi+json'],
  ['application/json', 'application/json'],
  ['application/*', 'application/openapi+json'],
  ['*/*', 'application/openapi+json'],
])

interface Means {
  requests: RequestPool
  descriptions: Descriptions
  cache: SchemaCache
  settings: RestSettings
  timing: Timing
}

export async function answerRoot(
  raw: RawRequest,
  identity: Identity,
  { requests, descriptions, cache, settings, timing }: Means,
): Promise<Response> {
  if (!isReading(raw.method)) throw badMethod(raw.method)
  if (settings.openApi === 'disabled') throw noDescription()
  const contentType = typeFor(raw)
  const schema = chooseSchema(raw, settings.schemas)
  timing.begin('plan')
  const place = { cache, role: identity.role, schema }
  const known = descriptions.find(place)
  timing.begin('transaction')
  const results = await requests.batch(identity.role, [
    ...contextStatements(raw, schema, identity, settings),
    ...(known ? [] : describingStatements(schema, settings)),
  ])
  timing.begin('response')
  const description =
    known ?? descriptions.keep(place, describe(results, cache.schemas.get(schema) ?? emptySchema))
  const headers = {
    ...profileHeader(schema, settings),
    etag: description.eTag,
    'cache-control': 'private, no-cache',
  }
  if (hasVersion(raw.headers, description.eTag)) return { status: 304, headers, body: undefined }
  return {
    status: 200,
    headers: { ...headers, 'content-type': `${contentType}; charset=utf-8` },
    body: withHost(description, raw.headers.host ?? 'localhost'),
  }
}

function typeFor({ headers }: RawRequest) {
  const wishes = parseAccept(headers.accept)
  const found = wishes.map(({ type }) => types.get(type)).find((type) => type !== undefined)
  if (found === undefined) throw notAvailable(wishes.map(({ written }) => written))
  return found
}

function withHost({ json }: Description, host: string) {
  return Buffer.from(`{"host":${JSON.stringify(host)},${json.slice(1)}`)
}
