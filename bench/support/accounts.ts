// Adds users and signs each of them in, in a separate browser context.
import { type Browser, chromium } from '@playwright/test'
import type { Pool } from 'pg'

const password = 'Quiet-pine-needle-7'
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export function openBrowser(executablePath: string) {
  return chromium.launch({ executablePath, args: ['--disable-gpu', ...asRoot] })
}

const emailOf = (role: string) => `${role}@example.test`

export async function addAccount(pool: Pool, role: string) {
  await pool.query(
    `with person as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
         raw_user_meta_data, created_at, updated_at)
       values (gen_random_uuid(), 'authenticated', 'authenticated', $1, extensions.crypt($2, extensions.gen_salt('bf', 6)),
         now(), jsonb_build_object('role', $3::text), jsonb_build_object('full_name', initcap($3::text)), now(), now())
       returning id, email
     )
     insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
     select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email), now(), now() from person`,
    [emailOf(role), password, role],
  )
}

export async function signedIn(browser: Browser, url: string, role: string) {
  // The benchmarks inject scripts, which the page's content security policy forbids.
  const context = await browser.newContext({ serviceWorkers: 'block', bypassCSP: true })
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(emailOf(role))
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('heading', { level: 1, name: /dashboard$/i }).waitFor()
  return page
}
