import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ComposerDraft, type Draft, emptyDraft } from './composer-draft.ts'
import { Outbox, type OutboxStorage, type OutgoingMessage, type SendResult } from './outbox.ts'

const conversation = {
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
}

/** Creates a device on which a test can open one conversation in several tabs. */
function openDevice(resultKind: () => SendResult['kind'] = () => 'sent') {
  const queue = new Map<string, OutgoingMessage>()
  const sent: string[] = []
  const tabs = new Set<() => void>()
  let storedDraft: Draft = emptyDraft
  let lock = Promise.resolve()
  const notifyOtherTabs = (own: () => void) => {
    for (const listener of tabs) if (listener !== own) listener()
  }
  const open = () => {
    const listeners = { queue: () => undefined as void, words: () => undefined as void }
    const storage: OutboxStorage = {
      all: () => [...queue.values()],
      put: (message) => {
        queue.set(message.clientId, message)
        notifyOtherTabs(listeners.queue)
      },
      remove: (clientId) => {
        queue.delete(clientId)
        notifyOtherTabs(listeners.queue)
      },
      subscribe: (listener) => {
        listeners.queue = listener
        tabs.add(listener)
        return () => void tabs.delete(listener)
      },
    }
    const outbox = new Outbox({
      storage,
      send: async (outgoing) => {
        const kind = resultKind()
        if (kind !== 'sent') return { kind, reason: 'Not now.' }
        sent.push(outgoing.content)
        return { kind, message: { ...outgoing, seq: 1, senderId: 'me', isRead: false, at: '' } }
      },
      withConversationLock: (_, task) => (lock = lock.then(task)),
      onSent: () => undefined,
      untilShown: () => Promise.resolve(),
    })
    const draft = new ComposerDraft(
      {
        read: () => storedDraft,
        put: (next) => {
          storedDraft = next
          notifyOtherTabs(listeners.words)
        },
        subscribe: (listener) => {
          listeners.words = listener
          tabs.add(listener)
          return () => void tabs.delete(listener)
        },
      },
      outbox,
    )
    const stopFunctions = [draft.open(), outbox.start()]
    return { draft, outbox, end: () => stopFunctions.map((end) => end()) }
  }
  return { open, sent }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('two tabs share one draft: typing, sending and deleting in one shows in the other', async () => {
  const { open, sent } = openDevice()
  const [firstTab, secondTab] = [open(), open()]
  firstTab.draft.type('Shall I')
  assert.equal(secondTab.draft.get().text, 'Shall I')
  secondTab.draft.type('Shall I come?')
  assert.equal(firstTab.draft.get().text, 'Shall I come?')
  firstTab.draft.send(conversation)
  assert.deepEqual([firstTab.draft.get(), secondTab.draft.get()], [emptyDraft, emptyDraft])
  await settled()
  assert.deepEqual(sent, ['Shall I come?'])
  for (const tab of [firstTab, secondTab]) tab.end()
})

test('a refused text returns to the draft once, and sending it unchanged repeats the same message', async () => {
  let kind: SendResult['kind'] = 'refused'
  const { open, sent } = openDevice(() => kind)
  const [firstTab, secondTab] = [open(), open()]
  firstTab.draft.type('Too loud')
  firstTab.draft.send(conversation)
  await settled()
  const [refused] = firstTab.outbox.get().outgoing
  assert.deepEqual(secondTab.draft.get(), { text: 'Too loud', from: refused?.clientId })
  kind = 'sent'
  secondTab.draft.send(conversation)
  await settled()
  assert.deepEqual(sent, ['Too loud'])
  assert.deepEqual([firstTab.draft.get(), firstTab.outbox.get().outgoing], [emptyDraft, []])
  for (const tab of [firstTab, secondTab]) tab.end()
})

test('a changed text replaces the refused one', async () => {
  let kind: SendResult['kind'] = 'refused'
  const { open, sent } = openDevice(() => kind)
  const { draft, outbox, end } = open()
  draft.type('Too loud')
  draft.send(conversation)
  await settled()
  kind = 'sent'
  draft.type('Softer')
  draft.send(conversation)
  await settled()
  assert.deepEqual([sent, outbox.get().outgoing], [['Softer'], []])
  end()
})

test('Retry keeps a text that was changed meanwhile', async () => {
  let kind: SendResult['kind'] = 'refused'
  const { open, sent } = openDevice(() => kind)
  const { draft, outbox, end } = open()
  draft.type('Too loud')
  draft.send(conversation)
  await settled()
  kind = 'sent'
  draft.type('Too loud, and more')
  draft.retry(outbox.get().outgoing[0]?.clientId ?? '')
  await settled()
  assert.deepEqual(sent, ['Too loud'])
  assert.deepEqual(draft.get(), { text: 'Too loud, and more', from: undefined })
  end()
})

test('a waiting message returns to the draft, before the text that is there', async () => {
  const { open, sent } = openDevice(() => 'later')
  const { draft, outbox, end } = open()
  draft.type('First')
  draft.send(conversation)
  await settled()
  draft.type('Second')
  await draft.edit(outbox.get().outgoing[0]?.clientId ?? '')
  assert.deepEqual(draft.get(), { text: 'First\nSecond', from: undefined })
  assert.deepEqual([sent, outbox.get().outgoing], [[], []])
  end()
})
