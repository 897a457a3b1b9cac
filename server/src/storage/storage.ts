// Serves the storage API for buckets, objects and signed links, compatible with supabase-js.
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { version } from '../manifest.ts'
import { invalid, noSuchRoute, notSupported } from './errors.ts'
import { addResumableUploads } from './resumable/resumable-routes.ts'
import { emptyBucket } from './routes/bucket-empty.ts'
import {
  createBucket,
  getBucket,
  listBuckets,
  removeBucket,
  updateBucket,
} from './routes/bucket.ts'
import { copyObject } from './routes/object-copy.ts'
import { removeObject, removeObjects } from './routes/object-delete.ts'
import { infoRoutes } from './routes/object-info.ts'
import { listObjectsV2 } from './routes/object-list-v2.ts'
import { listObjects } from './routes/object-list.ts'
import { moveObject } from './routes/object-move.ts'
import { signObject, signObjects } from './routes/object-sign.ts'
import { signUpload, uploadByLink } from './routes/object-upload-sign.ts'
import { downloadRoutes, replaceObject, uploadObject } from './routes/object.ts'
import { imageRoutes } from './routes/render-image.ts'
import { sendError } from './send-error.ts'
import type { Route, StorageDependencies } from './storage-dependencies.ts'

export const routes: readonly Route[] = [
  createBucket,
  listBuckets,
  getBucket,
  updateBucket,
  emptyBucket,
  removeBucket,
  uploadObject,
  replaceObject,
  ...downloadRoutes,
  ...imageRoutes,
  ...infoRoutes,
  listObjects,
  listObjectsV2,
  moveObject,
  copyObject,
  removeObject,
  removeObjects,
  signObject,
  signObjects,
  signUpload,
  uploadByLink,
]

/** The limit is enough for 1,000 names of 1,024 characters. */
const maxJsonBodyBytes = 1100 * 1024
/**
 * The limit for transfers and copies of files. Uploads and stalled downloads have shorter limits (write-file.ts,
 * stream-response.ts).
 */
const transferTimeoutMs = 24 * 3600_000

export async function addStorage(app: FastifyInstance, storage: StorageDependencies) {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        sendError(error, request, reply),
      )
      scope.setNotFoundHandler((request, reply) => sendError(notFound(request), request, reply))
      addStatus(scope)
      await scope.register(async (jsonScope) => {
        parseJsonBodies(jsonScope)
        for (const route of routes) if (!route.readsBody) addRoute(jsonScope, storage, route)
      })
      await scope.register(async (rawScope) => {
        // The route's handler reads the body after authorizing the upload.
        rawScope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        for (const route of routes) if (route.readsBody) addRoute(rawScope, storage, route)
        addResumableUploads(rawScope, storage)
      })
    },
    { prefix: '/storage/v1' },
  )
}

function addRoute(scope: FastifyInstance, storage: StorageDependencies, route: Route) {
  const { method, operation, headOperation = operation } = route
  addMethod(scope, storage, route, { method, operation })
  if (method === 'GET')
    addMethod(scope, storage, route, { method: 'HEAD', operation: headOperation })
}

function addMethod(
  scope: FastifyInstance,
  storage: StorageDependencies,
  { path, readsBody, sendsFile, takesLong, handler }: Route,
  { method, operation }: { method: Route['method'] | 'HEAD'; operation: string },
) {
  scope.route({
    method,
    url: path,
    bodyLimit: maxJsonBodyBytes,
    exposeHeadRoute: false,
    config: { allowsSlowBody: readsBody === true, storageOperation: operation },
    ...(readsBody || sendsFile || takesLong ? { handlerTimeout: transferTimeoutMs } : {}),
    handler: async (request, reply) => {
      const body = await handler(storage, request, reply)
      return sendsFile ? reply : reply.header('cache-control', 'no-store').send(body)
    },
  })
}

/** Adds two routes that clients and monitors use to recognize the service. */
function addStatus(scope: FastifyInstance) {
  scope.get('/status', (_request, reply) => reply.header('cache-control', 'no-store').send())
  scope.get('/version', (_request, reply) =>
    reply.header('cache-control', 'no-store').send(version),
  )
}

/** An empty body becomes undefined, because some clients declare JSON and send nothing. */
function parseJsonBodies(scope: FastifyInstance) {
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(invalid('The body is not JSON.'))
    }
  })
}

const unsupportedPaths: [pattern: RegExp, feature: string][] = [
  [/^\/cdn\//u, 'Purging a cache is'],
  [/^\/bucket\/[^/]+\/lifecycle$/u, 'Lifecycles of buckets are'],
  [/^\/vector\//u, 'Vector buckets are'],
  [/^\/iceberg\//u, 'Analytics buckets are'],
  [/^\/s3(?:\/|$)/u, 'The S3 protocol is'],
]

/** The error names the feature if Supabase has one at the unknown path. */
function notFound({ url }: FastifyRequest) {
  const path = url.replace(/^.*?\/storage\/v1/u, '').replace(/\?.*$/u, '')
  const [, feature] = unsupportedPaths.find(([pattern]) => pattern.test(path)) ?? []
  return feature === undefined ? noSuchRoute() : notSupported(feature)
}
