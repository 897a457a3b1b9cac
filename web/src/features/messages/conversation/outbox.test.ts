import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Message } from './message.ts'
import {
  type NewMessage,
  Outbox,
  type OutboxStorage,
  type OutgoingMessage,
  type SendResult,
} from './outbox.ts'

const draft = (content: string, conversationId = 'talk'): NewMessage => ({
  conversationId,
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content,
})

/** Creates a device with shared storage, a lock and a server. */
function openDevice(
  resultKind: (outgoing: OutgoingMessage, attempt: number) => SendResult['kind'] = () => 'sent',
) {
  const storedMessages = new Map<string, OutgoingMessage>()
  const tabs = new Set<() => void>()
  const attempts: string[] = []
  const locks = new Map<string, Promise<void>>()
  const storageFor = (listeners: Set<() => void>): OutboxStorage => ({
    all: () => [...storedMessages.values()],
    put: (outgoing) => {
      storedMessages.set(outgoing.clientId, outgoing)
      notifyOtherTabs(listeners)
    },
    remove: (clientId) => {
      storedMessages.delete(clientId)
      notifyOtherTabs(listeners)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      tabs.add(listener)
      return () => void tabs.delete(listener)
    },
  })
  const notifyOtherTabs = (ownListeners: Set<() => void>) => {
    for (const listener of tabs) if (!ownListeners.has(listener)) setTimeout(listener, 1)
  }
  const send = async (outgoing: OutgoingMessage): Promise<SendResult> => {
    attempts.push(outgoing.content)
    await new Promise((resolve) => setTimeout(resolve, 1))
    const kind = resultKind(outgoing, attempts.length)
    if (kind === 'refused') return { kind, reason: 'Messaging is disabled.' }
    if (kind === 'later') return { kind, reason: 'Too many messages.' }
    return { kind, message: messageOf(outgoing) }
  }
  const withConversationLock = (conversationId: string, task: () => Promise<void>) => {
    const result = (locks.get(conversationId) ?? Promise.resolve()).then(task)
    locks.set(conversationId, result)
    return result
  }
  const open = (untilShown = () => Promise.resolve()) =>
    new Outbox({
      storage: storageFor(new Set()),
      send,
      withConversationLock,
      onSent: () => undefined,
      untilShown,
    })
  return { open, attempts, storedMessages }
}

function messageOf({ clientId, content }: OutgoingMessage): Message {
  return { clientId, seq: 1, senderId: 'me', content, isRead: false, at: '2026-11-20T12:00:00Z' }
}

async function waitUntil(condition: () => boolean) {
  for (let attempt = 0; !condition(); attempt += 1) {
    if (attempt > 2000) assert.fail(`Not in time: ${condition.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('messages are sent once and in order, whichever tabs are open', async () => {
  const { open, attempts, storedMessages } = openDevice()
  const [firstOutbox, secondOutbox] = [open(), open()]
  const stopFunctions = [firstOutbox.start(), secondOutbox.start()]
  const texts = Array.from({ length: 40 }, (_, index) => `Word ${index}`)
  for (const [index, text] of texts.entries())
    (index % 3 ? firstOutbox : secondOutbox).add(draft(text))
  await waitUntil(() => storedMessages.size === 0)
  assert.deepEqual(attempts, texts)
  for (const stop of stopFunctions) stop()
})

test('a lost connection delays all messages, and none is lost', async () => {
  const { open, attempts, storedMessages } = openDevice((_, attempt) =>
    attempt <= 2 ? 'later' : 'sent',
  )
  const outbox = open()
  const stop = outbox.start()
  outbox.add(draft('First'))
  outbox.add(draft('Second'))
  await waitUntil(() => outbox.get().heldUp.get('talk') === 'Too many messages.')
  outbox.retryNow()
  await waitUntil(() => storedMessages.size === 0)
  assert.deepEqual(attempts, ['First', 'First', 'First', 'Second'])
  assert.equal(outbox.get().heldUp.size, 0)
  stop()
})

test('a refused message keeps its reason, does not delay the next message, and is sent again on request', async () => {
  let isOpen = false
  const { open, attempts, storedMessages } = openDevice(({ content }) =>
    content === 'First' && !isOpen ? 'refused' : 'sent',
  )
  const outbox = open()
  const stop = outbox.start()
  const { clientId } = outbox.add(draft('First'))
  outbox.add(draft('Second'))
  await waitUntil(() => attempts.length === 2)
  await waitUntil(() => storedMessages.size === 1)
  assert.equal(outbox.get().outgoing[0]?.refusal, 'Messaging is disabled.')
  isOpen = true
  outbox.retry(clientId)
  await waitUntil(() => storedMessages.size === 0)
  assert.deepEqual(attempts, ['First', 'Second', 'First'])
  stop()
})

test('stored messages are sent when a page is opened', async () => {
  const { open, attempts, storedMessages } = openDevice()
  open().add(draft('Before'))
  assert.equal(attempts.length, 0)
  const stop = open().start()
  await waitUntil(() => storedMessages.size === 0)
  assert.deepEqual(attempts, ['Before'])
  stop()
})

test('a stuck message delays no other conversation', async () => {
  const { open, attempts, storedMessages } = openDevice(({ content }) =>
    content === 'Stuck' ? 'later' : 'sent',
  )
  const outbox = open()
  const stop = outbox.start()
  outbox.add(draft('Stuck', 'one talk'))
  outbox.add(draft('Behind it', 'one talk'))
  outbox.add(draft('Elsewhere', 'another'))
  await waitUntil(() => attempts.includes('Elsewhere') && storedMessages.size === 2)
  assert.deepEqual([...outbox.get().heldUp.keys()], ['one talk'])
  assert.ok(!attempts.includes('Behind it'))
  stop()
})

test('a waiting message can be removed, and the messages after it are sent', async () => {
  const { open, attempts, storedMessages } = openDevice(({ content }) =>
    content === 'Stuck' ? 'later' : 'sent',
  )
  const outbox = open()
  const stop = outbox.start()
  const { clientId } = outbox.add(draft('Stuck'))
  outbox.add(draft('Behind it'))
  await waitUntil(() => outbox.get().heldUp.size > 0)
  assert.equal((await outbox.drop(clientId))?.content, 'Stuck')
  assert.deepEqual(outbox.get().landed, [])
  outbox.retryNow()
  await waitUntil(() => storedMessages.size === 0)
  assert.deepEqual(
    attempts.filter((content) => content !== 'Stuck'),
    ['Behind it'],
  )
  stop()
})

test('a message that is being sent cannot be removed', async () => {
  const { open, attempts } = openDevice()
  const outbox = open()
  const stop = outbox.start()
  const { clientId } = outbox.add(draft('Gone'))
  assert.equal(await outbox.drop(clientId), undefined)
  assert.deepEqual(attempts, ['Gone'])
  stop()
})

test('a message that another tab sent is shown until the conversation has it', async () => {
  const { open, storedMessages } = openDevice()
  const shown = Promise.withResolvers<void>()
  const [firstOutbox, secondOutbox] = [open(), open(() => shown.promise)]
  const stopFunctions = [secondOutbox.start()]
  firstOutbox.add(draft('From the other tab'))
  await waitUntil(() => storedMessages.size === 0)
  await waitUntil(() => secondOutbox.get().landed.length === 1)
  assert.deepEqual(secondOutbox.get().outgoing, [])
  shown.resolve()
  await waitUntil(() => secondOutbox.get().landed.length === 0)
  for (const stop of stopFunctions) stop()
})
