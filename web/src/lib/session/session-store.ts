// Holds the session, which the Supabase client keeps up to date across tabs.
import { useEffect, useSyncExternalStore } from 'react'
import { forgetDrafts } from '../drafts.ts'
import { isSessionEnded, isTransient } from '../errors.ts'
import { clearLocalStore } from '../store-keys.ts'
import { supabase } from '../supabase.ts'
import {
  isSameState,
  mayHaveSession,
  removeStoredSession,
  type SessionState,
  toSessionState,
} from './session-state.ts'

const firstRetryMs = 5000
const maxRetryMs = 15_000

let state: SessionState = { status: 'checking' }
let started: Promise<void> | undefined
let connection: Promise<void> | undefined
let retryTimer: ReturnType<typeof setTimeout> | undefined
let failedAttempts = 0
const listeners = new Set<() => void>()

export const sessionStore = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  start,
  /** Starts the session again after the server could not be reached. */
  retry: () => {
    if (state.status !== 'unreachable') return
    started = undefined
    setState({ status: 'checking' })
    start()
  },
  signOut,
  refreshOrEnd,
}

/** Returns the session, and starts the store if necessary. */
export function useSession() {
  useEffect(() => sessionStore.start(), [])
  return useKnownSession()
}

/** Returns the session without starting the store. */
export function useKnownSession() {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.get)
}

function start() {
  started ??= init().catch((error: unknown) => {
    setState({ status: 'unreachable', error })
    connectLater()
  })
}

async function init() {
  window.addEventListener('pageshow', reloadAfterSignOut)
  return navigator.onLine ? connect() : initOffline()
}

/** After the session ended, a page from the browser's cache may still show the user's data. */
function reloadAfterSignOut({ persisted }: PageTransitionEvent) {
  if (persisted && !mayHaveSession()) location.reload()
}

/** Opens the app offline with the stored session. */
async function initOffline() {
  const { readStoredSession } = await import('./stored-session.ts')
  const session = readStoredSession()
  setState(session ? toSessionState(session) : { status: 'signed-out', wasEnded: false })
  connectWhenOnline()
}

function connectWhenOnline() {
  clearTimeout(retryTimer)
  window.removeEventListener('online', connectWhenOnline)
  if (!navigator.onLine) window.addEventListener('online', connectWhenOnline, { once: true })
  else connect().catch(connectLater)
}

/** Reconnects with exponential backoff and jitter, or as soon as the network returns. */
function connectLater() {
  clearTimeout(retryTimer)
  const delayMs =
    Math.min(firstRetryMs * 2 ** failedAttempts, maxRetryMs) * (0.8 + 0.4 * Math.random())
  failedAttempts += 1
  retryTimer = setTimeout(connectWhenOnline, delayMs)
  window.addEventListener('online', connectWhenOnline, { once: true })
}

/** Connects only once, even if the user presses Retry during an attempt by the timer. */
function connect() {
  connection ??= openConnection().catch((error: unknown) => {
    connection = undefined
    throw error
  })
  return connection
}

async function openConnection() {
  const { auth } = await supabase()
  const { data, error } = await auth.getSession()
  if (error && isTransient(error)) throw error
  setState(
    data.session
      ? toSessionState(data.session)
      : { status: 'signed-out', wasEnded: error !== null },
  )
  auth.onAuthStateChange((event, session) => {
    if (session) void readSession()
    else if (event === 'SIGNED_OUT' && state.status !== 'signing-out')
      setState({ status: 'signed-out', wasEnded: true })
  })
  window.addEventListener('storage', () => void readSession())
}

/** Reads the storage and not the event, because the event may arrive before the session is stored. */
async function readSession() {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  if (data.session && state.status !== 'signing-out') setState(toSessionState(data.session))
}

/** Signs out on this device only, and leaves the app. */
async function signOut(destination = '/marketing') {
  setState({ status: 'signing-out' })
  forgetDrafts()
  clearLocalStore()
  const hasServerEndedIt = await endSession().catch(() => false)
  // If the server did not answer, stay on this page, because no other page would load.
  if (!hasServerEndedIt) return setState({ status: 'signed-out', wasEnded: false })
  // A new document clears the memory, and the Back button opens a page that checks the session.
  location.replace(destination)
}

/** Ends the session on this device, and returns whether the server ended it too. */
async function endSession() {
  try {
    const { auth } = await supabase()
    const { error } = await auth.signOut({ scope: 'local' })
    return !error
  } finally {
    removeStoredSession()
  }
}

let refreshing: Promise<void> | undefined

/** Refreshes a rejected session, or signs the user out if the session is over. */
function refreshOrEnd(): Promise<void> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refresh() {
  const { auth } = await supabase()
  const { error } = await auth.refreshSession()
  // Keep the session after other errors, for example if another tab was faster.
  if (error && isSessionEnded(error)) await auth.signOut({ scope: 'local' })
}

function setState(next: SessionState) {
  if (isSameState(state, next)) return
  state = next
  // Remove the drafts and stored values of other users of this device, because the new user must not see them.
  if (next.status === 'signed-in') {
    forgetDrafts({ except: next.userId })
    clearLocalStore({ except: next.userId })
  }
  for (const listener of listeners) listener()
}
