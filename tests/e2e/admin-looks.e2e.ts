import { newPerson, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

test('bids are aligned across jobs, whatever their content', async ({ signInAs }) => {
  const [facility, ruth, longNameBidder] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('contractor', 'Maximiliana Featherstonehaugh-Wolkenstein-Trostburg'),
  ])
  const mark = uniqueTitle('Reseal')
  const [small, large] = await Promise.all(
    ['small', 'large'].map((size) => postJob(facility, { title: `${mark} ${size}` })),
  )
  await placeBid(ruth, small?.id ?? '', 9)
  const id = await placeBid(longNameBidder, large?.id ?? '', 9_999_999.99)
  await longNameBidder.client
    .from('bids')
    .update({ status: 'withdrawn' })
    .eq('id', id)
    .throwOnError()
  const page = await signInAs('admin')
  await page.goto(`/admin/jobs?q=${encodeURIComponent(mark)}`)
  const bids = page.getByRole('list', { name: /^Bids on/ }).getByRole('listitem')
  await expect(bids).toHaveCount(2)
  const rightEdges = await bids.evaluateAll((items) =>
    items.map((item) => {
      const [, figure, status, date] = [...item.children].map((cell) =>
        cell.getBoundingClientRect(),
      )
      return [figure?.right, status?.left, date?.left]
    }),
  )
  expect(rightEdges[0]).toEqual(rightEdges[1])
})

test('a category is highlighted only while the pointer is on it', async ({ signInAs }) => {
  const page = await signInAs('admin')
  await page.goto('/admin-dashboard')
  const chart = page.getByRole('figure', { name: 'Job Categories' })
  const names = chart.getByRole('listitem')
  // The pie chart loads only when it becomes visible, so scroll down first.
  const days = page.getByRole('region', { name: /^Stats by day$|, 20\d\d$/ })
  await expect(() => days.scrollIntoViewIfNeeded()).toPass()
  await page.getByRole('figure', { name: 'User Growth' }).scrollIntoViewIfNeeded()
  await names.first().hover()
  const fadedCells = chart.locator('path[opacity="0.35"]')
  await expect(fadedCells).toHaveCount((await names.count()) - 1)
  await chart.getByText('Job Categories').hover()
  await expect(fadedCells).toHaveCount(0)
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the paging buttons of a list are as large as a finger', async ({ signInAs }) => {
    const page = await signInAs('admin')
    await page.goto('/admin/bids')
    for (const name of ['Next page', 'Previous page']) {
      const box = await page.getByRole('button', { name }).boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
  })

  test('open items are as high as a finger', async ({ signInAs }) => {
    const page = await signInAs('admin')
    await page.goto('/admin-dashboard')
    const items = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')
    expect((await items.first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })
})
