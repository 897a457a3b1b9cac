import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  sayBids,
  sayCategories,
  sayNewUsers,
  sayOpenJobs,
  sayRevenue,
  sayRoles,
} from '../../functions/assistant/sentences.ts'

suite('a figure is a sentence', () => {
  const sentences: [sentence: string, text: string][] = [
    [sayOpenJobs(0), 'No jobs are open now.'],
    [sayOpenJobs(1), '1 job is open now.'],
    [sayOpenJobs(1234), '1,234 jobs are open now.'],
    [sayBids(0, 'today'), 'No bids were made today.'],
    [sayBids(1, 'today'), '1 bid was made today.'],
    [sayRevenue(0, 'last week'), 'There was no revenue last week.'],
    [sayRevenue(12_345, 'in 2025'), 'Revenue was $12,345 in 2025.'],
    [sayNewUsers(0, 'today'), 'Nobody joined today.'],
    [sayNewUsers(1, 'today'), '1 person joined today.'],
    [sayNewUsers(2, 'today'), '2 people joined today.'],
    [sayCategories([]), 'There are no jobs yet.'],
    [sayCategories([{ name: 'HVAC', count: 1 }]), 'The top category is HVAC (1 job).'],
    [
      sayCategories(
        ['HVAC', 'Roofing', 'Other', 'General'].map((name, index) => ({ name, count: 9 - index })),
      ),
      'The top categories are HVAC (9 jobs), Roofing (8) and Other (7).',
    ],
    [sayRoles([]), 'There are no users yet.'],
    [sayRoles([{ name: 'admin', count: 1 }]), 'There is 1 user: 1 admin.'],
    [
      sayRoles([
        { name: 'facility', count: 2 },
        { name: 'admin', count: 1 },
        { name: '', count: 1 },
      ]),
      'There are 4 users: 2 facilities, 1 admin and 1 user without a role.',
    ],
  ]
  for (const [sentence, text] of sentences) test(text, () => assert.equal(sentence, text))
})
