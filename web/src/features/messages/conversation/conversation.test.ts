import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Conversation, type ConversationApi } from './conversation.ts'
import type { Message } from './message.ts'

const me = 'me'
const said = (seq: number, senderId = 'other'): Message => ({
  clientId: `client ${seq}`,
  seq,
  senderId,
  content: `Message ${seq}`,
  isRead: false,
  at: '2026-11-20T12:00:00Z',
})

/** Creates a server that has this many messages. The test can cut the connection to the server. */
function server(count: number) {
  const messages = Array.from({ length: count }, (_, place) => said(place + 1))
  const marked: number[] = []
  const state = { isDown: false, isMarkRefused: false, beforeLatest: () => Promise.resolve() }
  const onLine = () => {
    if (state.isDown) throw new Error('The line is down.')
  }
  const wire: ConversationApi = {
    fetchLatest: async (asked) => {
      onLine()
      const page = messages.slice(-asked)
      await state.beforeLatest()
      return page
    },
    fetchBefore: async (seq, asked) => {
      onLine()
      return messages.filter((one) => one.seq < seq).slice(-asked)
    },
    fetchAfter: async (seq, asked) => {
      onLine()
      return messages.filter((one) => one.seq > seq).slice(0, asked)
    },
    fetchReadSeqs: async () => [],
    markRead: async (seq) => {
      onLine()
      if (state.isMarkRefused) throw new Error('Not now.')
      marked.push(seq)
    },
  }
  return { wire, messages, marked, state }
}

const seqsIn = (conversation: Conversation) =>
  (conversation.get().timeline?.messages ?? []).map(({ seq }) => seq)

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

test('a conversation opens at its newest message and loads back to the first', async () => {
  const conversation = new Conversation(server(120).wire, me)
  await conversation.open()
  assert.deepEqual(seqsIn(conversation), upTo(120).slice(-50))
  await conversation.loadOlder()
  await conversation.loadOlder()
  assert.deepEqual(seqsIn(conversation), upTo(120))
  assert.equal(conversation.get().timeline?.isComplete, true)
})

test('a message that arrives while the first page loads is not missed', async () => {
  const { wire, messages, state } = server(3)
  const conversation = new Conversation(wire, me)
  state.beforeLatest = async () => {
    messages.push(said(4))
    await conversation.catchUp()
  }
  const shown = new Promise<void>((resolve) => {
    conversation.subscribe(() => {
      if (seqsIn(conversation).length === 4) resolve()
    })
  })
  await conversation.open()
  await shown
  assert.deepEqual(seqsIn(conversation), upTo(4))
})

test('a message that arrives before others makes the missing messages load in pages', async () => {
  const { wire, messages } = server(3)
  const conversation = new Conversation(wire, me)
  await conversation.open()
  messages.push(
    ...upTo(700)
      .slice(3)
      .map((seq) => said(seq)),
  )
  conversation.receive(said(700))
  await conversation.catchUp()
  assert.deepEqual(seqsIn(conversation), upTo(700))
})

test('missing messages that cannot be loaded are loaded when the connection is back', async () => {
  const { wire, messages, state } = server(3)
  const conversation = new Conversation(wire, me)
  await conversation.open()
  messages.push(said(4))
  state.isDown = true
  const catchingUp = conversation.catchUp()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(seqsIn(conversation), upTo(3))
  state.isDown = false
  await catchingUp
  assert.deepEqual(seqsIn(conversation), upTo(4))
})

test('a read receipt is sent once, and again if it was lost', async () => {
  const { wire, marked, state } = server(3)
  const conversation = new Conversation(wire, me)
  await conversation.open()
  state.isMarkRefused = true
  const telling = conversation.markSeen()
  void conversation.markSeen()
  state.isMarkRefused = false
  await telling
  assert.deepEqual(marked, [3])
  await conversation.markSeen()
  assert.deepEqual(marked, [3])
})

test('missed messages load even while read receipts cannot be sent', async () => {
  const { wire, messages, state } = server(3)
  const conversation = new Conversation(wire, me)
  await conversation.open()
  state.isMarkRefused = true
  void conversation.markSeen()
  messages.push(said(4))
  await conversation.catchUp()
  assert.deepEqual(seqsIn(conversation), upTo(4))
  conversation.close()
})

test('a first page that failed to load is loaded again after a gap or a new message', async () => {
  for (const tell of ['gap', 'news']) {
    const { wire, messages, state } = server(3)
    const conversation = new Conversation(wire, me)
    state.isDown = true
    await conversation.open()
    state.isDown = false
    messages.push(said(4))
    if (tell === 'gap') await conversation.catchUp()
    else conversation.receive(said(4))
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.deepEqual(seqsIn(conversation), upTo(4))
    assert.equal(conversation.get().error, undefined)
  }
})

test('a message that another tab sent appears once it is loaded', async () => {
  const { wire, messages } = server(3)
  const conversation = new Conversation(wire, me)
  await conversation.open()
  messages.push(said(4, me))
  await conversation.untilShown('client 4')
  assert.deepEqual(seqsIn(conversation), upTo(4))
})

test('a first page that fails shows the failure, and a retry loads it', async () => {
  const { wire, state } = server(3)
  const conversation = new Conversation(wire, me)
  state.isDown = true
  await conversation.open()
  assert.ok(conversation.get().error)
  state.isDown = false
  await conversation.open()
  assert.equal(conversation.get().error, undefined)
  assert.deepEqual(seqsIn(conversation), upTo(3))
})
