import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AssistantChat } from './assistant-chat.ts'

const answer = (text: string) => ({ text, understood: '', link: '' })

test('a question stands there at once, its answer when it has come', async () => {
  const talk = new AssistantChat(async (question) => answer(`${question}: 25`))
  const asked = talk.ask('Open jobs')
  assert.deepEqual(talk.get(), [{ id: 0, question: 'Open jobs' }])
  assert.equal(talk.isAsking, true)
  await asked
  assert.equal(talk.get()[0]?.answer?.text, 'Open jobs: 25')
  assert.equal(talk.isAsking, false)
})

test('a question that failed keeps its words and its place, and is asked again', async () => {
  let isDown = true
  const talk = new AssistantChat(async (question) => {
    if (isDown) throw new TypeError('Failed to fetch')
    return answer(question)
  })
  await talk.ask('Open jobs')
  await talk.ask('Bids')
  const [first] = talk.get()
  assert.match(first?.failure ?? '', /^Mendwell cannot be reached/)
  isDown = false
  if (first) await talk.retry(first)
  assert.deepEqual(
    talk.get().map(({ question, failure = '' }) => [question, failure === '']),
    [
      ['Open jobs', true],
      ['Bids', false],
    ],
  )
})

test('whoever looks is told of every change until they look away', async () => {
  const talk = new AssistantChat(async () => answer('25'))
  let count = 0
  const stop = talk.subscribe(() => (count += 1))
  await talk.ask('Open jobs')
  assert.equal(count, 2)
  stop()
  await talk.ask('Open jobs')
  assert.equal(count, 2)
})
