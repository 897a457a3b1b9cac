// Tests that the admin search finds exact text, even if the text contains special characters.
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { fetchAnonKey, auth, newUserWithoutRole, url } from './support/accounts.ts'
import { executeSql } from './support/database.ts'
import { newPerson, postJob } from './support/market.ts'
import { beforeFile, expect, test } from './support/test.ts'

const mark = crypto.randomUUID().slice(0, 8)
const searchedName = `${mark} a*b%c_d\\e(f.g"h,i`
/** The search must not find these names, in which one special character is replaced or missing. */
const decoys = [
  searchedName.replace('*', 'many'),
  searchedName.replace('%', 'many'),
  searchedName.replace('_', '1'),
  searchedName.replace('\\', ''),
  searchedName.replace('.', '1'),
]

const lists = [
  { path: '/admin/users', otherName: '1 user' },
  { path: '/admin/facilities', otherName: '1 facility' },
  { path: '/admin/jobs', otherName: '1 job' },
  { path: '/admin/bids', otherName: '1 bid' },
  { path: '/admin/payments', otherName: '1 payment' },
  { path: '/admin/demo-requests', otherName: '1 demo request' },
  { path: '/admin/newcomers', otherName: '1 new sign-up' },
  { path: '/admin/mails', otherName: '1 unsent email' },
  { path: '/admin/audit', otherName: '1 entry' },
]

const searchBox = (page: Page) => page.getByRole('searchbox')

beforeFile(async () => {
  const visitor = createClient(url, await fetchAnonKey(), { auth })
  const contractor = await newPerson('contractor', 'Ruth Ellison')
  for (const name of [searchedName, ...decoys]) {
    const facility = await newPerson('facility', name)
    const { id } = await postJob(facility, { title: name })
    await newUserWithoutRole({ name })
    await contractor.client
      .from('bids')
      .insert({ job_id: id, contractor_id: contractor.id, amount: 900, status: 'pending' })
      .throwOnError()
    await executeSql(
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
    await executeSql(
      'insert into private.outbox (kind, payload, last_error, dead_at) values (\'auth.link\', \'{"purpose": "invite", "email": "nobody@example.test"}\', $1, now())',
      [name],
    )
    await executeSql(
      "insert into app.audit_log (action, subject, reason) values ('end_sessions', $1, $2)",
      [facility.id, name],
    )
  }
})

test('each list finds each character literally', async ({ signInAs }) => {
  test.slow()
  const page = await signInAs('admin')
  for (const { path, otherName } of lists) {
    await page.goto(path)
    await searchBox(page).fill(searchedName.toUpperCase())
    await expect(page.getByText(otherName, { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText(otherName, { exact: true })).toBeVisible()
    await expect(searchBox(page)).toHaveValue(searchedName.toUpperCase())
  }
})
