// The one live line of this page, and who follows what on it.
import { supabase } from '../supabase.ts'
import { connection } from './connection.ts'
import { SharedChannel } from './shared-channel.ts'
import { type Subscriber, subjectKey, type Subject } from './subjects.ts'

/** In milliseconds: how often is asked while nothing is told. */
const pollEvery = 30_000
/** A page that was out of sight for longer may have slept. */
const mayHaveSlept = 10_000

const channels = new Map<string, SharedChannel>()
let hiddenSince = 0
let isWatching = false
let hearing: Promise<void> | undefined

/** Tells of a subject until the function it returns is called. */
export function subscribe(subject: Subject, follower: Subscriber) {
  watch()
  const channel = channelFor(subject)
  channel.add(follower)
  updateStatus()
  return () => channel.remove(follower)
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

/** The line stands where anything that is followed is told; one channel may be refused on its own. */
function updateStatus() {
  const followed = [...channels.values()].filter(({ followers }) => followers.size > 0)
  if (followed.length === 0 || followed.some(({ isJoined }) => isJoined)) connection.restored()
  else connection.lost()
}

function watch() {
  hearing ??= hearOfSignOut()
  if (isWatching) return
  isWatching = true
  setInterval(poll, pollEvery)
  document.addEventListener('visibilitychange', lookAgain)
  window.addEventListener('online', () => void reconnect())
}

async function hearOfSignOut() {
  try {
    const { auth } = await supabase()
    auth.onAuthStateChange((event) => event === 'SIGNED_OUT' && void closeAll())
  } catch {
    // Nobody is signed in without a client; whoever follows next tries again.
    hearing = undefined
  }
}

/** Stands in for what is not told. */
function poll() {
  if (document.visibilityState !== 'visible') return
  for (const channel of channels.values()) {
    if (!channel.isJoined) channel.notifyGap()
  }
}

function lookAgain() {
  const isVisible = document.visibilityState === 'visible'
  if (isVisible && Date.now() - hiddenSince > mayHaveSlept) void readAgain()
  if (!isVisible) hiddenSince = Date.now()
}

async function readAgain() {
  for (const channel of channels.values()) channel.notifyGap()
  const realtime = await lineOfThisPage()
  if (realtime?.isConnected()) await realtime.sendHeartbeat()
}

/** The network is back: that is sooner than the next try of the client would be. */
async function reconnect() {
  await readAgain()
  const realtime = await lineOfThisPage()
  if (!realtime || realtime.isConnected() || channels.size === 0) return
  await realtime.disconnect()
  realtime.connect()
}

async function closeAll() {
  for (const channel of channels.values()) channel.reset()
  channels.clear()
  updateStatus()
  const realtime = await lineOfThisPage()
  await realtime?.removeAllChannels()
}

/** None, where the page was opened without a network: there is nothing to hang up or to try then. */
function lineOfThisPage() {
  return supabase().then(
    ({ realtime }) => realtime,
    () => undefined,
  )
}
