// Keeps the app on this device: its document and its files, and nothing that anybody wrote. So it opens without a
// network, and an open page goes on when the server has a newer build.

declare const self: ServiceWorkerGlobalScope
/** Both are put in by the build. */
declare const buildName: string
declare const buildFiles: string[]

const shell = '/'
/** A page holds a lock of the same name for as long as it may want files of its build. */
const nameOf = (build: string) => `build ${build}`
const ownCache = nameOf(buildName)

/** In milliseconds: a network that takes longer is as good as none. */
const patience = 4000

/** Here are services, and the page without script: they are left to the browser. */
const notOurs =
  /^\/(?:marketing|healthz|metrics|config\.json|rest|auth|storage|realtime|functions|\.well-known)(?:\/|$)/i

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fileFor(event))
  else if (request.mode === 'navigate' && !notOurs.test(pathname)) {
    event.respondWith(pageFor(request))
  }
})

/** A page says of which build it is, or that its reader wants the newer one now. */
self.addEventListener('message', (event) => {
  const word: unknown = event.data
  if (word === 'take over' || word === buildName) void self.skipWaiting()
  else event.source?.postMessage('newer')
})

async function keepBuild() {
  const page = await fetch(shell, { cache: 'no-cache' })
  const isOfThisBuild = (await page.clone().text()).includes(`data-build="${buildName}"`)
  if (!isOfThisBuild) throw new Error('The server has another build by now.')
  const cache = await caches.open(ownCache)
  await cache.addAll(buildFiles)
  await cache.put(shell, page)
}

async function takeOver() {
  const { held = [] } = await navigator.locks.query()
  const wanted = new Set([ownCache, ...held.map(({ name }) => name)])
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(nameOf('')) && !wanted.has(name),
  )
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The server's page, or the kept one where there is no server, or only a proxy that misses it. */
async function pageFor(request: Request) {
  const answer = fetch(request).catch(() => undefined)
  const inTime = await Promise.race([answer, silence()])
  if (inTime && inTime.status < 502) return inTime
  const cache = await caches.open(ownCache)
  return (await cache.match(shell)) ?? (await answer) ?? Response.error()
}

function silence() {
  return new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience))
}

/** A name stands for one content for ever, whichever build it came with. */
async function fileFor(event: FetchEvent) {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) event.waitUntil(keep(request, response.clone()))
  return response
}

async function keep(request: Request, response: Response) {
  const cache = await caches.open(ownCache)
  await cache.put(request, response)
}
