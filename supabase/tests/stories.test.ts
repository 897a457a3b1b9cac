import { suite, test } from 'node:test'
import { productDatabase } from '../../server/tests/support/test-database.ts'
import { allStories } from './support/all-stories.ts'
import { runStory } from './support/run-story.ts'

const { pool } = await productDatabase()

for (const [domain, stories] of Object.entries(allStories)) {
  suite(domain, () => {
    for (const [title, story] of Object.entries(stories)) test(title, () => runStory(pool, story))
  })
}
