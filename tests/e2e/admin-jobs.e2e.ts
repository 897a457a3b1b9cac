import { expectAccessible } from './support/accessibility.ts'
import { acceptBid, newPerson, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

const list = '/admin/jobs'

/** Matches the age of a row that the test has just created. */
const justNow = /^(?:just now|\d+ minutes? ago)$/

/** Creates a job and four users. The facility's name contains markup and Arabic letters. */
async function market() {
  const [facility, ruth, omar, kim] = await Promise.all([
    newPerson('facility', '<b>حسن</b> للصيانة'),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('contractor', 'Omar Haddad'),
    newPerson('consultant', 'Kim Sorensen'),
  ])
  const job = await postJob(facility, { title: uniqueTitle('=1+1 Reseal') })
  return { facility, ruth, omar, kim, job }
}

// @covers 2.route.admin-jobs 2.admin-lists.jobs-fields 2.admin-lists.jobs-bids
// @covers 2.admin-lists.jobs-no-bids 2.admin-lists.jobs-consultations
// @covers 2.admin-lists.jobs-none-booked 8.empty.none-booked
test('an admin sees a job with its bids and consultations, live, and finds it by name @gate', async ({
  signInAs,
}) => {
  const { facility, ruth, omar, kim, job } = await market()
  const page = await signInAs('admin')
  await page.goto(list)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Jobs')
  await expect(page.getByText(/^\d+ jobs$/)).toBeVisible()
  await page.getByLabel('Search by title').fill(job.title.slice(-8).toUpperCase())
  const article = page.getByRole('article', { name: job.title })
  await expect(page.getByText('1 job', { exact: true })).toBeVisible()
  await expect(article).toContainText(facility.name)
  await expect(article).toContainText(facility.id)
  const facilityLink = article.getByRole('link', { name: facility.name })
  await expect(facilityLink).toHaveAttribute('href', `/admin/users/${facility.id}`)
  await expect(article.getByText(justNow)).toHaveCount(1)
  await expect(article).toContainText('No bids yet.')
  await expect(article).toContainText('None booked.')
  await page.waitForLoadState('networkidle')
  await page.mouse.move(5, 5)
  await placeBid(ruth, job.id, 950)
  await placeBid(omar, job.id, 1050)
  const bids = article.getByRole('list', { name: `Bids on ${job.title}` })
  await expect(bids.getByRole('listitem')).toHaveCount(2)
  await expect(bids.getByRole('listitem').first()).toContainText('$1,050')
  await expect(bids).toContainText(ruth.name)
  await expect(bids).toContainText(ruth.id)
  const contractorLink = bids.getByRole('link', { name: ruth.name })
  await expect(contractorLink).toHaveAttribute('href', `/admin/users/${ruth.id}`)
  await expect(bids.getByText(justNow)).toHaveCount(2)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  await facility.client
    .from('consultations')
    .insert({ consultant_id: kim.id, facility_id: facility.id, job_id: job.id, scheduled_at })
    .throwOnError()
  await expect(article).toContainText(`with ${kim.name}`)
  await expect(article).toContainText('tomorrow')
  const consultations = article.getByRole('list', { name: `Consultations on ${job.title}` })
  for (const { id } of [facility, kim]) await expect(consultations).toContainText(id)
  await expectAccessible(page)
})

test('an award is revoked with a required reason @gate', async ({ signInAs }) => {
  const { facility, ruth, job } = await market()
  await acceptBid(facility, job.id, await placeBid(ruth, job.id, 950))
  const page = await signInAs('admin')
  await page.goto(`${list}?${new URLSearchParams({ q: job.title })}`)
  await page.getByRole('button', { name: 'Revoke award' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke award' })
  await expect(dialog).toContainText(`${ruth.name} loses ${job.title}`)
  const release = dialog.getByRole('button', { name: 'Revoke award' })
  await release.click()
  await expect(dialog.getByText('Enter a reason.').first()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Reason').fill('Both sides agree.')
  await release.dblclick()
  await expect(page.getByRole('alert').filter({ hasText: 'Award revoked.' })).toBeVisible()
  const article = page.getByRole('article', { name: job.title })
  await expect(article).toContainText('Rejected')
  await expect(article).toContainText('Open')
  await expect(article.getByRole('button', { name: 'Revoke award' })).toBeHidden()
})
