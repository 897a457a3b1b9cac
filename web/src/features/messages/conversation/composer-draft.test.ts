import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Box, noWords, type Words } from './composer-draft.ts'
import { type Answer, Outbox, type Outgoing, type Shelf } from './outbox.ts'

const place = { conversationId: 'talk', jobId: 'job', consultationId: null, recipientId: 'other' }

/** One conversation in several tabs, and a server that answers what the test says. */
function device(answer: () => Answer['kind'] = () => 'sent') {
  const queue = new Map<string, Outgoing>()
  const sent: string[] = []
  const tabs = new Set<() => void>()
  let kept: Words = noWords
  let lock = Promise.resolve()
  const tellOthers = (own: () => void) => {
    for (const listener of tabs) if (listener !== own) listener()
  }
  const open = () => {
    const listeners = { queue: () => undefined as void, words: () => undefined as void }
    const shelf: Shelf = {
      all: () => [...queue.values()],
      put: (one) => {
        queue.set(one.clientId, one)
        tellOthers(listeners.queue)
      },
      remove: (clientId) => {
        queue.delete(clientId)
        tellOthers(listeners.queue)
      },
      subscribe: (listener) => {
        listeners.queue = listener
        tabs.add(listener)
        return () => void tabs.delete(listener)
      },
    }
    const outbox = new Outbox({
      shelf,
      post: async (one) => {
        const kind = answer()
        if (kind !== 'sent') return { kind, reason: 'Not now.' }
        sent.push(one.content)
        return { kind, message: { ...one, seq: 1, senderId: 'me', isRead: false, at: '' } }
      },
      exclusively: (_, task) => (lock = lock.then(task)),
      onSent: () => undefined,
      untilShown: () => Promise.resolve(),
    })
    const box = new Box(
      {
        read: () => kept,
        put: (words) => {
          kept = words
          tellOthers(listeners.words)
        },
        subscribe: (listener) => {
          listeners.words = listener
          tabs.add(listener)
          return () => void tabs.delete(listener)
        },
      },
      outbox,
    )
    const ends = [box.open(), outbox.start()]
    return { box, outbox, end: () => ends.map((end) => end()) }
  }
  return { open, sent }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('two tabs have one box: what one writes, sends or deletes is so in the other', async () => {
  const { open, sent } = device()
  const [one, other] = [open(), open()]
  one.box.type('Shall I')
  assert.equal(other.box.get().text, 'Shall I')
  other.box.type('Shall I come?')
  assert.equal(one.box.get().text, 'Shall I come?')
  one.box.send(place)
  assert.deepEqual([one.box.get(), other.box.get()], [noWords, noWords])
  await settled()
  assert.deepEqual(sent, ['Shall I come?'])
  for (const tab of [one, other]) tab.end()
})

test('refused words come back once, and sending them unchanged is the same message', async () => {
  let kind: Answer['kind'] = 'refused'
  const { open, sent } = device(() => kind)
  const [one, other] = [open(), open()]
  one.box.type('Too loud')
  one.box.send(place)
  await settled()
  const [refused] = one.outbox.get().outgoing
  assert.deepEqual(other.box.get(), { text: 'Too loud', from: refused?.clientId })
  kind = 'sent'
  other.box.send(place)
  await settled()
  assert.deepEqual(sent, ['Too loud'])
  assert.deepEqual([one.box.get(), one.outbox.get().outgoing], [noWords, []])
  for (const tab of [one, other]) tab.end()
})

test('words that were changed take the place of the refused ones', async () => {
  let kind: Answer['kind'] = 'refused'
  const { open, sent } = device(() => kind)
  const { box, outbox, end } = open()
  box.type('Too loud')
  box.send(place)
  await settled()
  kind = 'sent'
  box.type('Softer')
  box.send(place)
  await settled()
  assert.deepEqual([sent, outbox.get().outgoing], [['Softer'], []])
  end()
})

test('Retry beside words that were changed loses none of them', async () => {
  let kind: Answer['kind'] = 'refused'
  const { open, sent } = device(() => kind)
  const { box, outbox, end } = open()
  box.type('Too loud')
  box.send(place)
  await settled()
  kind = 'sent'
  box.type('Too loud, and more')
  box.retry(outbox.get().outgoing[0]?.clientId ?? '')
  await settled()
  assert.deepEqual(sent, ['Too loud'])
  assert.deepEqual(box.get(), { text: 'Too loud, and more', from: undefined })
  end()
})

test('a message that waits is taken back into the box, before what stands there', async () => {
  const { open, sent } = device(() => 'later')
  const { box, outbox, end } = open()
  box.type('First')
  box.send(place)
  await settled()
  box.type('Second')
  await box.edit(outbox.get().outgoing[0]?.clientId ?? '')
  assert.deepEqual(box.get(), { text: 'First\nSecond', from: undefined })
  assert.deepEqual([sent, outbox.get().outgoing], [[], []])
  end()
})
