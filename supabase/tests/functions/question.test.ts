import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseQuestion } from '../../functions/assistant/question.ts'
import { notUnderstood, ranges, today, topics } from './questions.ts'

suite('a topic is understood', () => {
  for (const [topic, questions] of Object.entries(topics)) {
    for (const question of questions) {
      test(`${topic}: ${question}`, () => {
        assert.equal(parseQuestion(question, today)?.topic, topic)
      })
    }
  }
})

suite('a range is understood', () => {
  for (const [questionText, [from, to, name]] of Object.entries(ranges)) {
    test(questionText || 'none', () => {
      const questions = [
        `revenue ${questionText}`,
        `How many BIDS were made ${questionText}?`,
        `${questionText}, how many jobs were posted?`,
        `New users - ${questionText}!`,
      ]
      for (const question of questions) {
        assert.deepEqual(parseQuestion(question, today)?.range, { from, to, name }, question)
      }
    })
  }

  test('at the ends of months and years', () => {
    const parsed = (question: string, day: string) => {
      const { from, to } = parseQuestion(`revenue ${question}`, day)?.range ?? {}
      return `${from} ${to}`
    }
    assert.equal(parsed('last 3 months', '2026-05-31'), '2026-03-01 2026-05-31')
    assert.equal(parsed('last month', '2026-01-31'), '2025-12-01 2025-12-31')
    assert.equal(parsed('this week', '2026-01-04'), '2025-12-29 2026-01-04')
    assert.equal(parsed('last week', '2026-01-05'), '2025-12-29 2026-01-04')
    assert.equal(parsed('yesterday', '2026-01-01'), '2025-12-31 2025-12-31')
    assert.equal(parsed('Jan to May', '2026-05-31'), '2025-01-01 2025-05-31')
    assert.equal(parsed('Jan to May', '2026-06-01'), '2026-01-01 2026-05-31')
    assert.equal(parsed('past year', '2024-02-29'), '2023-03-01 2024-02-29')
  })

  test('with a topic as of now, it is marked as unused', () => {
    assert.deepEqual(parseQuestion('open jobs last month', today), {
      topic: 'open jobs',
      range: null,
      namesOtherDays: true,
    })
  })
})

suite('a question whose answer would be wrong is not understood', () => {
  for (const question of notUnderstood) {
    test(question, () => assert.equal(parseQuestion(question, today), null))
  }
})
