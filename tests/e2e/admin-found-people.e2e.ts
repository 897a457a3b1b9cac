// An admin finds a user by each detail that another list shows.
import { rowOf } from './support/admin.ts'
import { newPerson } from './support/market.ts'
import { expect, test } from './support/test.ts'

// @covers screens.admin.by-company
test('a facility is found by its company name', async ({ page, as }) => {
  const facility = await newPerson('facility', 'Dana Whitfield')
  const company_name = `Halls ${crypto.randomUUID().slice(0, 8)}`
  await facility.client
    .from('profiles')
    .update({ company_name })
    .eq('id', facility.id)
    .throwOnError()
  await as('admin')
  for (const [path, label] of [
    ['/admin/facilities', 'Search by name, company, email or id...'],
    ['/admin/users', 'Search by name, email, or role...'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('searchbox', { name: label }).fill(company_name.toUpperCase())
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(rowOf(page, facility.email)).toContainText(company_name)
  }
})

// @covers screens.admin.by-id
test('a user is found by the id that other lists show', async ({ page, as }) => {
  const person = await newPerson('facility', 'Dana Whitfield')
  await as('admin')
  for (const path of ['/admin/facilities', '/admin/users']) {
    for (const id of [person.id.slice(0, 8).toUpperCase(), person.id]) {
      await page.goto(`${path}?search=${id}`)
      await expect(page.getByRole('row')).toHaveCount(2)
      await expect(rowOf(page, person.email)).toBeVisible()
    }
  }
  await page.goto(`/admin/contractors?search=${person.id}`)
  await expect(page.getByText('No contractors found.')).toBeVisible()
})
