import { dashboard, dialogOn, fileCalled, jobOn, openPostJob } from './support/facility.ts'
import { newPerson, openAs, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

test('a draft restores typed text, and nothing that was changed elsewhere meanwhile @gate', async ({
  page,
}) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal'), budget: 1200 })
  await openAs(page, facility, dashboard)
  const openEdit = () => jobOn(page, title).getByRole('button', { name: 'Edit job' }).click()
  await openEdit()
  const edit = dialogOn(page, 'Edit Job')
  await edit.getByLabel('Description').fill('Three doors.')
  await edit.getByLabel('Location').fill('Aurora')
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await facility.client
    .from('jobs')
    .update({ budget: 1500, location: 'Golden' })
    .eq('id', id)
    .throwOnError()
  await page.reload()
  await openEdit()
  await expect(edit.getByText('Draft restored.')).toBeVisible()
  await expect(edit.getByLabel('Description')).toHaveValue('Three doors.')
  await expect(edit.getByLabel('Budget')).toHaveValue('1500')
  await expect(edit.getByLabel('Location')).toHaveValue('Golden')
})

/** Fills the rest of the storage in ever smaller pieces. */
function fillStorage() {
  for (let size = 8_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      sessionStorage.setItem(`filler ${size}`, 'x'.repeat(size))
    } catch {
      // A smaller piece may still fit.
    }
  }
}

test('a job is posted with photos if the browser stores nothing', async ({ page, complaints }) => {
  await openAs(page, await newPerson('facility', 'Dana Whitfield'), dashboard)
  await page.evaluate(fillStorage)
  const dialog = await openPostJob(page)
  const title = uniqueTitle('Reseal')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('Two doors.')
  await dialog.getByLabel('Budget').fill('900')
  await dialog.locator('input[type=file][multiple]').setInputFiles(fileCalled('north.png'))
  await expect(dialog.getByText(/, uploaded$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Post Job' }).click()
  await expect(jobOn(page, title)).toBeVisible()
  complaints.splice(0)
})

test('a draft of changes reports that its photo is missing', async ({ page }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const { title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  await openAs(page, facility, dashboard)
  const openEdit = () => jobOn(page, title).getByRole('button', { name: 'Edit job' }).click()
  const edit = dialogOn(page, 'Edit Job')
  await openEdit()
  await edit.locator('input[type=file][multiple]').setInputFiles(fileCalled('north.png'))
  await expect(edit.getByText(/, uploaded$/)).toBeVisible()
  await page.reload()
  await openEdit()
  await expect(edit.getByText('Your photo wasn’t saved.')).toBeVisible()
  await expect
    .poll(async () => {
      const files = facility.client.storage.from('documents')
      const { data } = await files.list(`${facility.id}/job-photo`)
      return data?.length
    })
    .toBe(0)
})
