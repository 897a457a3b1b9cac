import assert from 'node:assert/strict'
import { test } from 'vitest'
import { AssistantChat } from './assistant-chat.ts'

const makeAnswer = (text: string) => ({ text, understood: '', link: '' })

test('a question is shown immediately, and its answer when it arrives', async () => {
  const chat = new AssistantChat(async (question) => makeAnswer(`${question}: 25`))
  const pendingAnswer = chat.ask('Open jobs')
  assert.deepEqual(chat.get(), [{ id: 0, question: 'Open jobs' }])
  assert.equal(chat.isAsking, true)
  await pendingAnswer
  assert.equal(chat.get()[0]?.answer?.text, 'Open jobs: 25')
  assert.equal(chat.isAsking, false)
})

test('a failed question keeps its text and position, and can be retried', async () => {
  let isDown = true
  const chat = new AssistantChat(async (question) => {
    if (isDown) throw new TypeError('Failed to fetch')
    return makeAnswer(question)
  })
  await chat.ask('Open jobs')
  await chat.ask('Bids')
  const [first] = chat.get()
  assert.match(first?.failure ?? '', /^Can't reach Mendwell/)
  isDown = false
  if (first) await chat.retry(first)
  assert.deepEqual(
    chat.get().map(({ question, failure = '' }) => [question, failure === '']),
    [
      ['Open jobs', true],
      ['Bids', false],
    ],
  )
})

test('a listener is notified of every change until it unsubscribes', async () => {
  const chat = new AssistantChat(async () => makeAnswer('25'))
  let count = 0
  const stop = chat.subscribe(() => (count += 1))
  await chat.ask('Open jobs')
  assert.equal(count, 2)
  stop()
  await chat.ask('Open jobs')
  assert.equal(count, 2)
})
