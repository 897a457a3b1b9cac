import { expect, test } from 'vitest'
import { makeQueryClient } from '#lib/queries.ts'
import { serveDashboard, serveRows } from '#testing-market.ts'
import { categories, dashboardCategories } from './jobs.queries.ts'

test('a form loads the categories if the dashboard has none', async () => {
  serveDashboard({ jobCategories: null })
  serveRows('job_categories', () => [{ name: 'HVAC' }])
  const queries = makeQueryClient(() => undefined)
  expect(await queries.fetchQuery(dashboardCategories)).toEqual([])
  expect(await queries.fetchQuery(categories)).toEqual(['HVAC'])
})
