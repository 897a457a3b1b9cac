import { expect, test } from 'vitest'
import { makeQueryClient } from '#lib/queries.ts'
import { serveDashboard, serveRows } from '#testing-market.ts'
import { categories, dashboardCategories } from './jobs.queries.ts'

test('the categories of a form do not come from a dashboard without categories', async () => {
  serveDashboard({ jobCategories: null })
  serveRows('job_categories', () => [{ name: 'HVAC' }])
  const queries = makeQueryClient(() => undefined)
  expect(await queries.fetchQuery(dashboardCategories)).toEqual([])
  expect(await queries.fetchQuery(categories)).toEqual(['HVAC'])
})
