import type { Locator } from '@playwright/test'
import { book } from './support/consultant.ts'
import { inDatabase, onDatabase } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, type Person, placeBid, postJob } from './support/market.ts'
import { expect, test } from './support/test.ts'
import { noteTones, tonesOf } from './support/tones.ts'

test('the bell counts new notices at once, with reasons and links @gate', async ({ page }) => {
  const facility = await newPerson('facility', 'Nora Whitfield')
  const contractor = await newPerson('contractor', 'Amos Teller')
  const job = await postJob(facility, { title: 'Rehang the dock door' })
  await openAs(page, facility, '/settings')
  const bell = page.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveAccessibleName('Notices')
  await placeBid(contractor, job.id, 120)
  await expect(bell).toHaveAccessibleName('Notices 1 new')
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notices' })
  const group = dialog.getByRole('region', { name: 'Rehang the dock door' })
  await expect(group).toContainText('You posted this job.')
  await group.getByRole('link', { name: /Amos Teller.* bid .*\$120\.00/ }).click()
  await expect(page).toHaveURL(/\/facility-dashboard\?view=bids/)
  await expect(bell).toHaveAccessibleName('Notices')
})

test('a new notice sounds once, if the user wants that', async ({ page }) => {
  const [facility, silent, heard] = await Promise.all([
    newPerson('facility', 'Nora Whitfield'),
    newPerson('contractor', 'Amos Teller'),
    newPerson('contractor', 'Ida Monroe'),
  ])
  const job = await postJob(facility, { title: 'Rehang the dock door' })
  await openAs(page, facility, '/settings')
  await noteTones(page)
  const sound = page.getByRole('switch', { name: 'Sound' })
  const bell = page.getByRole('button', { name: /^Notices/ })
  await sound.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await placeBid(silent, job.id, 120)
  await expect(bell).toHaveAccessibleName('Notices 1 new')
  await sound.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await placeBid(heard, job.id, 110)
  await expect.poll(() => tonesOf(page)).toBe('oo')
})

/** A user's notices, and whether they were seen. */
async function told({ client }: Person) {
  const { data } = await client.from('notices').select('kind, read').throwOnError()
  return data
}

test('opening the chat of a booking marks its notice as seen', async ({ page }) => {
  const [facility, consultant] = await Promise.all([
    newPerson('facility', 'Nora Whitfield'),
    newPerson('consultant', 'Ida Monroe'),
  ])
  const booked = await book(facility, consultant, 3)
  await openAs(page, consultant, '/consultant')
  await expect(page.getByRole('button', { name: 'Notices 1 new' })).toBeVisible()
  await page.goto(`/chat/consultation/${booked}`)
  await expect.poll(() => told(consultant)).toEqual([{ kind: 'consultation_booked', read: true }])
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()
})

test('a bid’s notice is seen on the bids, and not on the dashboard', async ({ page }) => {
  const [facility, first, second] = await Promise.all([
    newPerson('facility', 'Nora Whitfield'),
    newPerson('contractor', 'Amos Teller'),
    newPerson('contractor', 'Ida Monroe'),
  ])
  const job = await postJob(facility, { title: 'Rehang the dock door' })
  await openAs(page, facility, '/facility-dashboard')
  await placeBid(first, job.id, 120)
  await expect(page.getByRole('button', { name: 'Notices 1 new' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Bids' }).click()
  await expect(page).toHaveURL('/facility-dashboard?view=bids')
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()
  await placeBid(second, job.id, 110)
  const bid = { kind: 'bid_received', read: true }
  await expect.poll(() => told(facility)).toEqual([bid, bid])
})

test('a test from Settings appears behind the bell, and all notices can be marked as read @gate', async ({
  page,
}) => {
  const person = await newPerson('contractor', 'Amos Teller')
  await openAs(page, person, '/settings')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  const said = page.getByRole('alert').filter({ hasText: 'see the bell and your mail' })
  await expect(said).toBeVisible()
  const bell = page.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveAccessibleName('Notices 1 new')
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notices' })
  await expect(dialog.getByRole('link', { name: /This is a test/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notices')
  await expect(dialog.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
})

test('each notice can be marked as read without opening it', async ({ page }) => {
  const person = await newPerson('contractor', 'Amos Teller')
  for (const _ of [1, 2]) await person.client.rpc('send_test_notice').throwOnError()
  await openAs(page, person, '/settings')
  await page.getByRole('button', { name: 'Notices 2 new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notices' })
  const marks = dialog.getByRole('button', { name: /^Mark as read: .*This is a test/ })
  await expect(marks).toHaveCount(2)
  await marks.first().press('Enter')
  await expect(marks).toHaveCount(1)
  await expect(dialog.getByRole('link').and(page.locator(':focus'))).toHaveCount(1)
  await marks.click()
  await expect(marks).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: /This is a test/ })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()
})

test('a new notice stays behind the bell, however many notices came and were read', async ({
  page,
}) => {
  const person = await newPerson('contractor', 'Amos Teller')
  await inDatabase(
    `insert into public.notices (recipient_id, kind, source_id, read, created_at)
     select $1, 'test', gen_random_uuid(), day > 0, now() - interval '60 days' + make_interval(days => day)
     from generate_series(0, 55) as day`,
    [person.id],
  )
  await openAs(page, person, '/settings')
  await page.getByRole('button', { name: 'Notices 1 new' }).click()
  await expect(page.getByRole('link', { name: /^New: .*This is a test/ })).toHaveCount(1)
  await expect(page.getByText('Showing 50 notices, unread ones first.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()
})

test('a user without notices sees that there are none', async ({ page }) => {
  await openAs(page, await newPerson('consultant', 'Ida Monroe'), '/settings')
  await page.getByRole('button', { name: 'Notices' }).click()
  await expect(page.getByText('No notices yet.')).toBeVisible()
})

test('the list behind the bell is accessible', async ({ page }) => {
  const person = await newPerson('contractor', 'Amos Teller')
  await person.client.rpc('send_test_notice').throwOnError()
  await openAs(page, person, '/settings')
  await page.getByRole('button', { name: 'Notices 1 new' }).click()
  await expect(page.getByRole('link', { name: /This is a test/ })).toBeVisible()
  await expectAccessible(page)
})

test('on a phone the reason is below the title, and the button below both', async ({ page }) => {
  const person = await newPerson('contractor', 'Amos Teller')
  await person.client.rpc('send_test_notice').throwOnError()
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, person, '/settings')
  await page.getByRole('button', { name: 'Notices 1 new' }).click()
  const notice = page.getByRole('dialog', { name: 'Notices' }).getByRole('listitem')
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const title = await topOf(notice.getByRole('link'))
  const reason = await topOf(notice.getByRole('paragraph'))
  const button = await topOf(notice.getByRole('button', { name: /^Mark as read/ }))
  expect(reason).toBeGreaterThan(title)
  expect(button).toBeGreaterThan(reason)
})

test('the unsubscribe link stops emails by a button, without a session', async ({ page }) => {
  const person = await newPerson('contractor', 'Amos Teller')
  const token = await onDatabase(async (database) => {
    const { rows } = await database.query<{ token: string }>(
      'select app.unsubscribe_token($1) as token',
      [person.id],
    )
    return rows[0]?.token ?? ''
  })
  await page.goto(`/functions/v1/unsubscribe?token=${token}`)
  await expectAccessible(page)
  const isMailed = async () => {
    const { data } = await person.client
      .from('notification_settings')
      .select('email')
      .single()
      .throwOnError()
    return data.email
  }
  expect(await isMailed()).toBe(true)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading')).toHaveText("You're unsubscribed")
  expect(await isMailed()).toBe(false)
  await expectAccessible(page)
})
