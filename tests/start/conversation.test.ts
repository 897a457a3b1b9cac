// Tests a conversation of two users over a very bad connection, with the web app's code.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, suite, test } from 'node:test'
import { createClient, REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Database } from '../../contract/database.ts'
import { Conversation } from '../../web/src/features/messages/conversation/conversation.ts'
import { parseMessage } from '../../web/src/features/messages/conversation/message.ts'
import {
  Outbox,
  type OutgoingMessage,
} from '../../web/src/features/messages/conversation/outbox.ts'
import { messageSender } from '../../web/src/features/messages/conversation/send-message.ts'
import { conversationApi } from '../../web/src/features/messages/conversation/conversation-api.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { liftLimits } from '../support/lift-limits.ts'
import { type Server, startServer, until } from '../support/server.ts'

const messages = 1000
const restarts = 5

suite('a conversation', () => {
  // @covers operations.conversation
  test('loses, repeats and reorders nothing while sockets are cut and the server restarts', async () => {
    let server = await startServer()
    const settings = { DATA_DIR: server.dataFolder, PORT: new URL(server.url).port }
    await liftLimits(server.connection)
    const proxy = await startCuttingProxy(Number(settings.PORT))
    after(proxy.close)
    proxy.startCutting()
    const facility = await signedIn(server, 'facility@mendwell.test', proxy.url)
    const contractor = await signedIn(server, 'contractor@mendwell.test', proxy.url)
    const opened = await openConversation(facility, contractor)
    const sides = [
      await sideOf(facility, contractor, opened),
      await sideOf(contractor, facility, opened),
    ]
    const shown = () => Math.min(...sides.map((side) => side.shown.length))
    const written = sides.map((side) => side.write(messages / sides.length))
    for (let round = 1; round <= restarts; round += 1) {
      await until(() => shown() >= (round * messages) / (restarts + 1), 60_000)
      await server.stop()
      server = await startServer({ settings })
    }
    await until(() => shown() >= messages, 60_000).catch(() => undefined)
    await until(() => sides.every((side) => side.unsent() === 0))
    proxy.close()
    await Promise.all(sides.map((side) => side.leave()))
    for (const side of sides) {
      assert.deepEqual(side.numbers(), numbersUpTo(messages))
      assert.deepEqual(side.wordsOf(facility.id), written[0])
      assert.deepEqual(side.wordsOf(contractor.id), written[1])
    }
    assert.ok(proxy.cutCount() >= 3, `Only ${proxy.cutCount()} cuts.`)
  })
})

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

interface Person {
  id: string
  /** This client connects through the proxy. */
  client: SupabaseClient<Database>
  /** This client connects to the server directly, for steps that are not under test. */
  sound: SupabaseClient<Database>
}

interface JobConversation {
  conversationId: string
  jobId: string
}

/** Simulates the page of one user, and records the messages in the order of the page. */
async function sideOf({ id: me, client }: Person, other: Person, opened: JobConversation) {
  const theClient = () => Promise.resolve(client)
  const conversation = new Conversation(conversationApi(theClient, opened.conversationId, me), me)
  const kept = new Map<string, OutgoingMessage>()
  const outbox = new Outbox({
    storage: {
      all: () => [...kept.values()],
      put: (outgoing) => kept.set(outgoing.clientId, outgoing),
      remove: (clientId) => kept.delete(clientId),
      subscribe: () => () => undefined,
    },
    send: messageSender(theClient, me),
    withConversationLock: (_, task) => task(),
    onSent: (_, message) => conversation.receive(message),
    untilShown: ({ clientId }) => conversation.untilShown(clientId),
  })
  const shown: { seq: number; senderId: string; content: string }[] = []
  conversation.subscribe(() => {
    shown.push(...(conversation.get().timeline?.messages.slice(shown.length) ?? []))
  })
  await until(async () => {
    await conversation.open()
    return conversation.get().timeline !== undefined
  })
  const endFollowing = follow(client, opened, conversation)
  const stop = outbox.start()
  return {
    shown,
    unsent: () => outbox.get().outgoing.length,
    numbers: () => shown.map(({ seq }) => seq),
    wordsOf: (id: string) =>
      shown.filter(({ senderId }) => senderId === id).map(({ content }) => content),
    write: (count: number) =>
      numbersUpTo(count).map((number) => {
        const words = { ...opened, consultationId: null, recipientId: other.id }
        return outbox.add({ ...words, content: `${number} from ${me}` }).content
      }),
    leave: async () => {
      stop()
      conversation.close()
      await endFollowing()
    },
  }
}

/** Follows changes like the web page, which reads missed messages after each join. */
function follow(
  client: SupabaseClient<Database>,
  { conversationId }: JobConversation,
  conversation: Conversation,
) {
  const filter = `conversation_id=eq.${conversationId}`
  const change = { event: '*' as const, schema: 'public', table: 'messages', filter }
  client
    .channel('chat')
    .on('postgres_changes', change, ({ new: row }) => conversation.receive(parseMessage(row)))
    .subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void conversation.catchUp()
    })
  return () => client.realtime.disconnect()
}

/** Signs in at the server directly, and creates a client that connects through the proxy. */
async function signedIn(server: Server, email: string, workUrl: string): Promise<Person> {
  const key = anonKeyOf(server)
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  const { data } = await createClient(server.url, key, { auth }).auth.signInWithPassword({
    email,
    password: 'Mendwell-demo-1',
  })
  const accessToken = () => Promise.resolve(data.session?.access_token ?? '')
  const sound = createClient<Database>(server.url, key, { accessToken })
  const realtime = { reconnectAfterMs: () => 100 }
  const client = createClient<Database>(workUrl, key, { accessToken, realtime })
  await client.realtime.setAuth()
  return { id: z.uuid().parse(data.user?.id), client, sound }
}

function anonKeyOf({ dataFolder }: Server) {
  const secrets: unknown = JSON.parse(readFileSync(`${dataFolder}/secrets.json`, 'utf8'))
  return z.object({ anonKey: z.string() }).parse(secrets).anonKey
}

async function openConversation(facility: Person, contractor: Person): Promise<JobConversation> {
  const words = { title: 'Mend the gate', description: 'It does not close.', budget: 1200 }
  const jobs = facility.sound.from('jobs')
  const job = await onlyId(jobs.insert({ ...words, facility_id: facility.id }).select('id'))
  const bids = contractor.sound.from('bids')
  const bid = { job_id: job, contractor_id: contractor.id, amount: 900 }
  const award = { selected_bid_id: await onlyId(bids.insert(bid).select('id')), job_id: job }
  await facility.sound.rpc('accept_and_reject_bids', award).throwOnError()
  const opened = facility.sound.from('conversations').select('id').eq('job_id', job)
  return { conversationId: await onlyId(opened), jobId: job }
}

async function onlyId(asked: PromiseLike<{ data: { id: string }[] | null }>) {
  const [row] = (await asked).data ?? []
  return row?.id ?? assert.fail('There is none.')
}
