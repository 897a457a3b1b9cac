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

/** A server with this many messages, whose connection the test can cut. */
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

test('it opens at the newest and reads back to the beginning', async () => {
  const conversation = new Conversation(server(120).wire, me)
  await conversation.open()
  assert.deepEqual(seqsIn(conversation), upTo(120).slice(-50))
  await conversation.loadOlder()
  await conversation.loadOlder()
  assert.deepEqual(seqsIn(conversation), upTo(120))
  assert.equal(conversation.get().timeline?.isComplete, true)
})

test('what is said while the first page is on its way is not missed', async () => {
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

test('a message ahead of its turn has what is missing read, in pages', async () => {
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

test('a gap that cannot be read is read when the line is back', async () => {
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

test('what was seen is told once, and again where that was lost', async () => {
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

test('what was missed is read, also while it cannot be told what was seen', async () => {
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

test('a first page that fails comes by itself after a gap, and with the first news', async () => {
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

test('what another tab sent is shown once it was read', async () => {
  const { wire, messages } = server(3)
  const conversation = new Conversation(wire, me)
  await conversation.open()
  messages.push(said(4, me))
  await conversation.untilShown('client 4')
  assert.deepEqual(seqsIn(conversation), upTo(4))
})

test('a first page that fails says so, and comes when it is asked for again', async () => {
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
