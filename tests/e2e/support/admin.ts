// Creates admins for one test, and performs actions of admins.
import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import type { Database } from '../../../contract/database.ts'
import { fetchAnonKey, auth, newAccount, url } from './accounts.ts'
import { executeSql } from './database.ts'
import type { Person } from './market.ts'
import { expect } from './test.ts'

export async function newAdmin(name = 'Joanna Reyes'): Promise<Person> {
  const account = await newAccount({ role: 'admin', name })
  const client = createClient<Database>(url, await fetchAnonKey(), { auth })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { ...account, id: data.user.id, name, client }
}

export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Opens the menu in a user's row, chooses an action, and returns the action's dialog. */
export async function openUserAction(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
  const dialog = page.getByRole('dialog', { name: action })
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  return dialog
}

/** Reads the audit log entries about a user, newest first. */
export async function auditOf(admin: Person, subject: string) {
  const { data } = await admin.client.rpc('admin_audit_log').throwOnError()
  return data
    .filter((entry) => entry.subject === subject)
    .map(({ action, reason }) => ({ action, reason }))
}

/** Creates accounts that cannot log in, with addresses that begin with `mark`. */
export async function insertUsers(mark: string, count: number, role = 'contractor') {
  await executeSql(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
     select gen_random_uuid(), $1 || '-' || n || '@example.test', jsonb_build_object('role', $3::text),
       jsonb_build_object('full_name', 'Person ' || n), now() - n * interval '1 second'
     from generate_series(1, $2::integer) as n`,
    [mark, count, role],
  )
}
