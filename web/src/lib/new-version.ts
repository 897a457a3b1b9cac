// Registers the service worker, and reports when a newer build is ready. The page reloads only after a click, because
// the user may be typing.

/** The interval at which an open page checks for a newer build. */
const checkIntervalMs = 3_600_000

let isAsked = false
let isReady = false
let registration: ServiceWorkerRegistration | undefined
const listeners = new Set<() => void>()

export const newVersion = {
  /** Returns whether a build is ready that is newer than this page's build. */
  get: () => isReady,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  activate,
  later: () => become(false),
}

/** Only built pages contain a build name, so there is no service worker in development. */
export function registerServiceWorker() {
  const { build } = document.documentElement.dataset
  if (isAsked || !build || !('serviceWorker' in navigator)) return
  isAsked = true
  holdFilesOf(build)
  watch(build).catch(() => {
    // The browser has no space left, or forbids service workers.
  })
}

/** Takes a lock, so that the worker keeps the files of this build until the page closes. */
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
  setInterval(look, checkIntervalMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/** If another tab has already activated the newer build, reloading this page is enough. */
function activate() {
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
