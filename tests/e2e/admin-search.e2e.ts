// The admin search finds the exact text, whatever its length and characters.
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { anonKey, auth, newNewcomer, url } from './support/accounts.ts'
import { inDatabase } from './support/database.ts'
import { newPerson, postJob } from './support/market.ts'
import { beforeFile, expect, test } from './support/test.ts'

const mark = crypto.randomUUID().slice(0, 8)
const real = `${mark} a*b%c_d\\e(f.g"h,i`
/** Each decoy has another character where the text has one that is special in patterns. */
const decoys = [
  real.replace('*', 'many'),
  real.replace('%', 'many'),
  real.replace('_', '1'),
  real.replace('\\', ''),
  real.replace('.', '1'),
]

const lists = [
  { path: '/admin/users', search: 'search', one: '1 user' },
  { path: '/admin/facilities', search: 'search', one: '1 facility' },
  { path: '/admin/jobs', search: 'q', one: '1 job' },
  { path: '/admin/bids', search: 'q', one: '1 bid' },
  { path: '/admin/payments', search: 'q', one: '1 payment' },
  { path: '/admin/demo-requests', search: 'q', one: '1 demo request' },
  { path: '/admin/newcomers', search: 'q', one: '1 new sign-up' },
  { path: '/admin/mails', search: 'q', one: '1 unsent email' },
  { path: '/admin/audit', search: 'q', one: '1 entry' },
]

const box = (page: Page) => page.getByRole('searchbox')

beforeFile(async () => {
  const visitor = createClient(url, await anonKey(), { auth })
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  for (const name of [real, ...decoys]) {
    const facility = await newPerson('facility', name)
    const { id } = await postJob(facility, { title: name })
    await newNewcomer({ name })
    await contractor.client
      .from('bids')
      .insert({ job_id: id, contractor_id: contractor.id, amount: 900, status: 'pending' })
      .throwOnError()
    await inDatabase(
      "insert into public.payments (job_id, payer_id, payee_id, amount, status, reference, paid_at) values ($1, $2, $3, 900, 'paid', $4, now())",
      [id, facility.id, contractor.id, name],
    )
    await visitor
      .rpc('submit_demo_request', {
        full_name: name,
        email: 'vera@example.test',
        company: 'Halls',
        message: 'Hello',
      })
      .throwOnError()
    await inDatabase(
      'insert into private.outbox (kind, payload, last_error, dead_at) values (\'auth.link\', \'{"purpose": "invite", "email": "nobody@example.test"}\', $1, now())',
      [name],
    )
    await inDatabase(
      "insert into app.audit_log (action, subject, reason) values ('end_sessions', $1, $2)",
      [facility.id, name],
    )
  }
})

for (const { path, search, one } of lists) {
  test(`${path} finds each character literally`, async ({ as }) => {
    const page = await as('admin')
    await page.goto(path)
    await box(page).fill(real.toUpperCase())
    await expect(page.getByText(one, { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText(one, { exact: true })).toBeVisible()
    await expect(box(page)).toHaveValue(real.toUpperCase())
  })

  test(`${path} reports that a search is too long, and keeps the list`, async ({ as }) => {
    const page = await as('admin')
    await page.goto(path)
    await expect(page.getByRole('status').first()).toHaveText(/\d/)
    const before = await page.getByRole('status').first().textContent()
    await box(page).fill('e'.repeat(203))
    await expect(page.getByText('Use at most 200 characters (3 too many).')).toBeVisible()
    await box(page).press('Enter')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('status').first()).toHaveText(before ?? '')
    // The longest text that is allowed, with two UTF-16 units a character.
    await box(page).fill('😀'.repeat(200))
    await expect(page.getByText(/^No .* found\.$/)).toBeVisible()
    await expect(page.getByText(/^Use at most 200/)).toBeHidden()
    await page.goto(`${path}?${search}=${'e'.repeat(5000)}`)
    await expect(page.getByText(/^No .* found\.$/)).toBeVisible()
    await expect(box(page)).toHaveValue('e'.repeat(200))
  })
}

// @covers sign-in.newcomer-phone
test('a user with a phone number is found by it in every spelling, and logged with it', async ({
  as,
}) => {
  const digits = String(10 ** 7 + Math.trunc(Math.random() * 9 * 10 ** 7))
  await inDatabase(
    `with person as (
       insert into auth.users (id, aud, role, phone, phone_confirmed_at, created_at)
       values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), now()) returning id
     )
     insert into app.audit_log (action, subject, reason) select 'ban', id::text, 'Unwanted' from person`,
    [`49151${digits}`],
  )
  const typed = `+49 (151) ${digits.slice(0, 3)}-${digits.slice(3)}`
  const page = await as('admin')
  for (const [path, one] of [
    ['/admin/newcomers', '1 new sign-up'],
    ['/admin/audit', '1 entry'],
  ] as const) {
    await page.goto(path)
    for (const text of [typed, `+49151${digits}`, `49151${digits}`]) {
      await box(page).fill(text)
      await expect(page).toHaveURL(`${path}?${new URLSearchParams({ q: text })}`)
      await expect(page.getByText(one, { exact: true })).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: `+49151${digits}` })).toBeVisible()
    }
  }
})
