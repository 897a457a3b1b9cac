// This service worker caches the app's document and files, but no user data. An open page keeps working after a newer
// build is installed on the server.

declare const self: ServiceWorkerGlobalScope
/** The build defines both constants. */
declare const buildName: string
declare const buildFiles: string[]

/** The path of the app's document, which the server returns for all paths without a prerendered page. */
const shell = '/shell'
/** An open page holds a lock with the name of its cache, so that the worker keeps that cache. */
const cacheName = (build: string) => `build ${build}`
const ownCache = cacheName(buildName)

/** The worker waits for the network for at most this time, and then uses the cache. */
const networkTimeoutMs = 4000

/** The paths of the APIs and of the public page, which the worker leaves to the browser. */
const ignoredPaths =
  /^\/(?:marketing|healthz|metrics|config\.json|rest|auth|storage|realtime|functions|\.well-known)(?:\/|$)/i

self.addEventListener('install', (event) => event.waitUntil(cacheBuild()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileFor(event))
  else if (request.mode === 'navigate' && !ignoredPaths.test(pathname)) {
    event.respondWith(pageFor(request))
  }
})

/** A page sends the name of its build, or "take over" if the user wants the newer build now. */
self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (message === 'take over' || message === buildName) void self.skipWaiting()
  else event.source?.postMessage('newer')
})

async function cacheBuild() {
  const page = await fetch(shell, { cache: 'no-cache' })
  const isOfThisBuild = (await page.clone().text()).includes(`data-build="${buildName}"`)
  if (!isOfThisBuild) throw new Error('The server has another build than this worker.')
  const cache = await caches.open(ownCache)
  await cache.addAll(buildFiles)
  await cache.put(shell, page)
}

async function activate() {
  const { held = [] } = await navigator.locks.query()
  const neededNames = new Set([ownCache, ...held.map(({ name }) => name)])
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(cacheName('')) && !neededNames.has(name),
  )
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Returns the server's page, or the cached page if the server is slow or down. */
async function pageFor(request: Request) {
  const response = fetch(request).catch(() => undefined)
  const inTime = await Promise.race([response, timeout()])
  if (inTime && inTime.status < 502) return inTime
  const cache = await caches.open(ownCache)
  return (await cache.match(shell)) ?? (await response) ?? Response.error()
}

function timeout() {
  return new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), networkTimeoutMs))
}

/** A cached file is never outdated, because file names contain a hash. */
async function fileFor(event: FetchEvent) {
  const { request } = event
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) event.waitUntil(store(request, response.clone()))
  return response
}

async function store(request: Request, response: Response) {
  const cache = await caches.open(ownCache)
  await cache.put(request, response)
}
