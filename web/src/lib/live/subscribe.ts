// Manages the realtime connection of this page and its subscriptions.
import { supabase } from '../supabase.ts'
import { connection } from './connection.ts'
import { SharedChannel } from './shared-channel.ts'
import { type Subject, subjectKey, type Subscriber } from './subjects.ts'

/** The polling interval while a channel is down. */
const pollIntervalMs = 30_000
/** If a page was hidden for longer than this, the browser may have suspended it. */
const suspendedAfterMs = 10_000

/** A read that waits for the channels starts after this time, even if the channels have not joined. */
const maxJoinWaitMs = 1000

const channels = new Map<string, SharedChannel>()
const joinWaiters = new Set<() => void>()
let hiddenSince = 0
let isWatching = false
let signOutWatch: Promise<void> | undefined

/** Subscribes to a subject. Returns a function that ends the subscription. */
export function subscribe(subject: Subject, subscriber: Subscriber) {
  watch()
  const channel = channelFor(subject)
  channel.add(subscriber)
  updateStatus()
  return () => channel.remove(subscriber)
}

export function send(topic: string, event: string, payload: Record<string, unknown>) {
  channels.get(subjectKey({ topic }))?.send(event, payload)
}

function channelFor(subject: Subject) {
  const key = subjectKey(subject)
  const channel = channels.get(key) ?? new SharedChannel(subject, updateStatus)
  channels.set(key, channel)
  return channel
}

/**
 * Updates the connection status. The connection is up if at least one channel has joined, because the server may refuse
 * single channels.
 */
function updateStatus() {
  const active = [...channels.values()].filter(({ subscribers: followers }) => followers.size > 0)
  if (active.length === 0 || active.some(({ isJoined }) => isJoined)) connection.restored()
  else connection.lost()
  if (!areChannelsPending()) for (const resolve of joinWaiters) resolve()
}

function areChannelsPending() {
  return [...channels.values()].some(
    ({ isPending, subscribers }) => isPending && subscribers.size > 0,
  )
}

/** Returns whether the channel of this subject receives changes now. */
export function isSubjectJoined(subject: Subject) {
  return channels.get(subjectKey(subject))?.isJoined ?? false
}

/** Resolves when every channel on this page has ended its first attempt to join, or after a second at the latest. */
export async function channelsJoined() {
  // Wait for one microtask, because the effects that subscribe run after the effects that read.
  await Promise.resolve()
  if (!navigator.onLine || !areChannelsPending()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  joinWaiters.add(resolve)
  const timer = setTimeout(resolve, maxJoinWaitMs)
  await promise
  clearTimeout(timer)
  joinWaiters.delete(resolve)
}

function watch() {
  signOutWatch ??= watchSignOut()
  if (isWatching) return
  isWatching = true
  setInterval(poll, pollIntervalMs)
  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('online', () => void reconnect())
}

async function watchSignOut() {
  try {
    const { auth } = await supabase()
    auth.onAuthStateChange((event) => event === 'SIGNED_OUT' && void closeAll())
  } catch {
    // The client could not be loaded, so there is no sign-out to watch for. The next subscription tries to load the
    // client again.
    signOutWatch = undefined
  }
}

/** Refetches the data of channels that are down, because their events are missing. */
function poll() {
  if (document.visibilityState !== 'visible') return
  for (const channel of channels.values()) {
    if (!channel.isJoined) channel.notifyGap()
  }
}

function onVisibilityChange() {
  const isVisible = document.visibilityState === 'visible'
  if (isVisible && Date.now() - hiddenSince > suspendedAfterMs) void refetchAll()
  if (!isVisible) hiddenSince = Date.now()
}

async function refetchAll() {
  for (const channel of channels.values()) channel.notifyGap()
  const realtime = await realtimeClient()
  if (realtime?.isConnected()) await realtime.sendHeartbeat()
}

/** Reconnects as soon as the network returns, because the client's next attempt may be later. */
async function reconnect() {
  await refetchAll()
  const realtime = await realtimeClient()
  if (!realtime || realtime.isConnected() || channels.size === 0) return
  await realtime.disconnect()
  realtime.connect()
}

async function closeAll() {
  for (const channel of channels.values()) channel.reset()
  channels.clear()
  updateStatus()
  const realtime = await realtimeClient()
  await realtime?.removeAllChannels()
}

/**
 * Returns undefined if the client cannot be loaded, for example without a network. There is then no connection to close
 * or to retry.
 */
function realtimeClient() {
  return supabase().then(
    ({ realtime }) => realtime,
    () => undefined,
  )
}
