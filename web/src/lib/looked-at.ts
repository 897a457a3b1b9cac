import { useSyncExternalStore } from 'react'

/** Somebody looks at the page: it is in sight, and what is typed goes there. */
export function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus()
}

export function useLookedAt() {
  return useSyncExternalStore(subscribe, isLookedAt, () => false)
}

function subscribe(onChange: () => void) {
  window.addEventListener('focus', onChange)
  window.addEventListener('blur', onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    window.removeEventListener('focus', onChange)
    window.removeEventListener('blur', onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}
