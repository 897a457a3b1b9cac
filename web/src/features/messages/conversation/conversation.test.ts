import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Conversation, type ConversationApi } from './conversation.ts'
import type { Message } from './message.ts'

const me = 'me'
const message = (seq: number, senderId = 'other'): Message => ({
  clientId: `client ${seq}`,
  seq,
  senderId,
  content: `Message ${seq}`,
  isRead: false,
  at: '2026-11-20T12:00:00Z',
})

/** Creates a server with `count` messages, whose connection a test can cut. */
function server(count: number) {
  const messages = Array.from({ length: count }, (_, index) => message(index + 1))
  const markedSeqs: number[] = []
  const state = { isDown: false, isMarkRefused: false, beforeLatest: () => Promise.resolve() }
  const failIfDown = () => {
    if (state.isDown) throw new Error('The line is down.')
  }
  const api: ConversationApi = {
    fetchLatest: async (limit) => {
      failIfDown()
      const page = messages.slice(-limit)
      await state.beforeLatest()
      return page
    },
    fetchBefore: async (seq, limit) => {
      failIfDown()
      return messages.filter((stored) => stored.seq < seq).slice(-limit)
    },
    fetchAfter: async (seq, limit) => {
      failIfDown()
      return messages.filter((stored) => stored.seq > seq).slice(0, limit)
    },
    fetchReadSeqs: async () => [],
    markRead: async (seq) => {
      failIfDown()
      if (state.isMarkRefused) throw new Error('Not now.')
      markedSeqs.push(seq)
    },
  }
  return { api, messages, markedSeqs, state }
}

const seqsIn = (conversation: Conversation) =>
  (conversation.get().timeline?.messages ?? []).map(({ seq }) => seq)

const seqsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a conversation opens at its newest message and loads back to the first', async () => {
  const conversation = new Conversation(server(120).api, me)
  await conversation.open()
  assert.deepEqual(seqsIn(conversation), seqsUpTo(120).slice(-50))
  await conversation.loadOlder()
  await conversation.loadOlder()
  assert.deepEqual(seqsIn(conversation), seqsUpTo(120))
  assert.equal(conversation.get().timeline?.isComplete, true)
})

test('a message that arrives while the first page loads is not missed', async () => {
  const { api, messages, state } = server(3)
  const conversation = new Conversation(api, me)
  state.beforeLatest = async () => {
    messages.push(message(4))
    await conversation.catchUp()
  }
  const shown = new Promise<void>((resolve) => {
    conversation.subscribe(() => {
      if (seqsIn(conversation).length === 4) resolve()
    })
  })
  await conversation.open()
  await shown
  assert.deepEqual(seqsIn(conversation), seqsUpTo(4))
})

test('a message that arrives before others makes the missing messages load in pages', async () => {
  const { api, messages } = server(3)
  const conversation = new Conversation(api, me)
  await conversation.open()
  messages.push(
    ...seqsUpTo(700)
      .slice(3)
      .map((seq) => message(seq)),
  )
  conversation.receive(message(700))
  await conversation.catchUp()
  assert.deepEqual(seqsIn(conversation), seqsUpTo(700))
})

test('missing messages that cannot be loaded are loaded when the connection is back', async () => {
  const { api, messages, state } = server(3)
  const conversation = new Conversation(api, me)
  await conversation.open()
  messages.push(message(4))
  state.isDown = true
  const catchingUp = conversation.catchUp()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(seqsIn(conversation), seqsUpTo(3))
  state.isDown = false
  await catchingUp
  assert.deepEqual(seqsIn(conversation), seqsUpTo(4))
})

test('a read receipt is sent once, and again if it was lost', async () => {
  const { api, markedSeqs, state } = server(3)
  const conversation = new Conversation(api, me)
  await conversation.open()
  state.isMarkRefused = true
  const markingSeen = conversation.markSeen()
  void conversation.markSeen()
  state.isMarkRefused = false
  await markingSeen
  assert.deepEqual(markedSeqs, [3])
  await conversation.markSeen()
  assert.deepEqual(markedSeqs, [3])
})

test('missed messages load even while read receipts cannot be sent', async () => {
  const { api, messages, state } = server(3)
  const conversation = new Conversation(api, me)
  await conversation.open()
  state.isMarkRefused = true
  void conversation.markSeen()
  messages.push(message(4))
  await conversation.catchUp()
  assert.deepEqual(seqsIn(conversation), seqsUpTo(4))
  conversation.close()
})

test('a first page that failed to load is loaded again after a gap or a new message', async () => {
  for (const trigger of ['gap', 'news']) {
    const { api, messages, state } = server(3)
    const conversation = new Conversation(api, me)
    state.isDown = true
    await conversation.open()
    state.isDown = false
    messages.push(message(4))
    if (trigger === 'gap') await conversation.catchUp()
    else conversation.receive(message(4))
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.deepEqual(seqsIn(conversation), seqsUpTo(4))
    assert.equal(conversation.get().error, undefined)
  }
})

test('a message that another tab sent appears once it is loaded', async () => {
  const { api, messages } = server(3)
  const conversation = new Conversation(api, me)
  await conversation.open()
  messages.push(message(4, me))
  await conversation.untilShown('client 4')
  assert.deepEqual(seqsIn(conversation), seqsUpTo(4))
})

test('a first page that fails shows the failure, and a retry loads it', async () => {
  const { api, state } = server(3)
  const conversation = new Conversation(api, me)
  state.isDown = true
  await conversation.open()
  assert.ok(conversation.get().error)
  state.isDown = false
  await conversation.open()
  assert.equal(conversation.get().error, undefined)
  assert.deepEqual(seqsIn(conversation), seqsUpTo(3))
})
