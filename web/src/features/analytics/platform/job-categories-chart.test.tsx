import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import JobCategoriesChart from './job-categories-chart.tsx'

const procedure = '/rest/v1/rpc/get_job_category_analytics'

// @covers 2.admin-dashboard.categories 9.pie.six-colors
test('Job Categories shows the share of each category, and the same in a table', async () => {
  const counts = {
    HVAC: 1,
    Roofing: 1200,
    Plumbing: 6,
    Paving: 5,
    Electrical: 4,
    Lawn: 3,
    General: 2,
  }
  reply('POST', procedure, () =>
    json(Object.entries(counts).map(([category, count]) => ({ category, count }))),
  )
  const { user } = show(<JobCategoriesChart days={{ from: '2026-11-14', to: '2026-11-20' }} />, {
    role: 'admin',
  })
  const figure = await screen.findByRole('figure', { name: 'Job Categories' })
  expect(requestsTo('POST', procedure)[0]?.body).toEqual({
    start_date: '2026-11-14',
    end_date: '2026-11-20',
  })
  const fills = [...figure.querySelectorAll('path')].map((path) => path.getAttribute('fill'))
  expect(new Set(fills).size).toBe(6)
  const chart = within(figure)
  const shares = chart.getAllByRole('listitem')
  expect(shares).toHaveLength(6)
  expect(shares[0]).toHaveTextContent(/Roofing.*1,200 jobs/)
  expect(shares[5]).toHaveTextContent(/3 jobs/)
  await user.click(await chart.findByText('Show as table'))
  const table = await chart.findByRole('table')
  expect(within(table).getByRole('row', { name: /^Roofing\s*1,200 jobs/ })).toBeVisible()
  expect(within(table).getByRole('row', { name: /^HVAC\s*1 job/ })).toBeVisible()
})
