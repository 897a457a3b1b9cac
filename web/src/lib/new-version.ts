// The worker that keeps the app on this device, and word of a newer build. A page never reloads by itself: somebody
// may be typing.

/** In milliseconds: how often a page that stays open asks for a newer build. */
const lookEvery = 3_600_000

let isAsked = false
let isReady = false
let registration: ServiceWorkerRegistration | undefined
const listeners = new Set<() => void>()

export const newVersion = {
  /** Whether a build waits that is not the one of this page. */
  get: () => isReady,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  take,
  later: () => become(false),
}

/** Only a built page names its build: in development there is no worker. */
export function registerServiceWorker() {
  const { build } = document.documentElement.dataset
  if (isAsked || !build || !('serviceWorker' in navigator)) return
  isAsked = true
  holdFilesOf(build)
  watch(build).catch(() => {
    // No room, or not allowed here: the app works without, as long as there is a network.
  })
}

/** The worker throws no files away that a page holds. The lock goes with the page. */
function holdFilesOf(build: string) {
  void navigator.locks.request(`build ${build}`, { mode: 'shared' }, () => new Promise(() => {}))
}

async function watch(build: string) {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }) => data === 'newer' && become(true))
  const found = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  registration = found
  const tellBuild = (worker: ServiceWorker) => worker.postMessage(build)
  if (found.waiting) tellBuild(found.waiting)
  found.addEventListener('updatefound', () => {
    const { installing } = found
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tellBuild(installing)
    })
  })
  const look = () => void found.update().catch(() => undefined)
  setInterval(look, lookEvery)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/** Another tab may have taken it already: then it is enough to load this one anew. */
function take() {
  const waiting = registration?.waiting
  if (!waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
  waiting.postMessage('take over')
}

function become(next: boolean) {
  if (isReady === next) return
  isReady = next
  for (const listener of listeners) listener()
}
