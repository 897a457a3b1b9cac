// Who is signed in, in this tab: one truth, kept up to date by the client, which also hears of other tabs.
import { forgetDrafts } from '#lib/drafts.ts'
import { isTransient, isSessionEnded } from '#lib/errors.ts'
import { clearLocalStore } from '#lib/local-store.ts'
import { supabase } from '#lib/supabase.ts'
import { forgetSession, mayHaveSession } from './session-entries.ts'
import { isSame, type SessionState, stateOf } from './session-state.ts'

/** In milliseconds. */
const untilAnotherTry = 5000

let state: SessionState = { status: 'checking' }
let started: Promise<void> | undefined
const listeners = new Set<() => void>()

export const sessionStore = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  start,
  /** After the server could not be asked. */
  retry: () => {
    started = undefined
    become({ status: 'checking' })
    start()
  },
  signOut,
  renewOrEnd,
}

function start() {
  started ??= begin().catch((error: unknown) => become({ status: 'unreachable', error }))
}

/** A page that the browser kept and shows again may be older than the sign-out. */
function lookAgain({ persisted }: PageTransitionEvent) {
  if (persisted && !mayHaveSession()) location.reload()
}

async function begin() {
  window.addEventListener('pageshow', lookAgain)
  return navigator.onLine ? join() : beginWithoutNetwork()
}

/** The session that is kept here opens the frame; every screen says for itself what it could not read. */
async function beginWithoutNetwork() {
  const { keptSession } = await import('./kept-session.ts')
  const session = keptSession()
  become(session ? stateOf(session) : { status: 'out', ended: false })
  joinOnceReachable()
}

function joinOnceReachable() {
  if (!navigator.onLine) window.addEventListener('online', joinOnceReachable, { once: true })
  else join().catch(() => setTimeout(joinOnceReachable, untilAnotherTry))
}

async function join() {
  const { auth } = await supabase()
  const { data, error } = await auth.getSession()
  if (error && isTransient(error)) throw error
  become(data.session ? stateOf(data.session) : { status: 'out', ended: error !== null })
  auth.onAuthStateChange((event, session) => {
    if (session) void takeOver()
    else if (event === 'SIGNED_OUT' && state.status !== 'leaving')
      become({ status: 'out', ended: true })
  })
  window.addEventListener('storage', () => void takeOver())
}

/**
 * The session as this tab has it in its storage. Word of another tab may come before its session is there:
 * who believed the word would ask the server as nobody.
 */
async function takeOver() {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  if (data.session && state.status !== 'leaving') become(stateOf(data.session))
}

/** Ends this session and leaves; other devices stay signed in. */
async function signOut(destination = '/marketing') {
  become({ status: 'leaving' })
  forgetDrafts()
  clearLocalStore()
  const isHeard = await endSession().catch(() => false)
  // This device has forgotten the session either way; a server that does not answer has no other page to show.
  if (!isHeard) return become({ status: 'out', ended: false })
  // A new document: nothing of what was shown stays in this one. Back finds a page that asks who is there.
  location.replace(destination)
}

/** Whether the server heard of it. */
async function endSession() {
  try {
    const { auth } = await supabase()
    const { error } = await auth.signOut({ scope: 'local' })
    return !error
  } finally {
    forgetSession()
  }
}

let renewing: Promise<void> | undefined

/** The server did not take the session: it is renewed, or else it is over. */
function renewOrEnd(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renew() {
  const { auth } = await supabase()
  const { error } = await auth.refreshSession()
  // Another tab may have been quicker, or the server asks to wait: that is no end.
  if (error && isSessionEnded(error)) await auth.signOut({ scope: 'local' })
}

function become(next: SessionState) {
  if (isSame(state, next)) return
  state = next
  // Who comes after another at the same screen finds nothing that was typed before.
  if (next.status === 'in') {
    forgetDrafts({ except: next.userId })
    clearLocalStore({ except: next.userId })
  }
  for (const listener of listeners) listener()
}
