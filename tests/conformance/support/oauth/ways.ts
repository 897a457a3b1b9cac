// Signs in at an OAuth provider with supabase-js, and follows the redirects.
import assert from 'node:assert/strict'
import { allowed, present } from '../people.ts'
import { target } from '../target.ts'
import { back, Browser, clientIn } from './browser.ts'

type Social = 'google' | 'apple' | 'azure' | 'github'

export const options = { redirectTo: back, skipBrowserRedirect: true }
export const verified = (email: string) => ({ email, email_verified: true, name: 'Ada M. Gate' })

/** Signs in at a provider. Returns the URL of the page to which the user is finally redirected. */
export async function landingFrom(
  provider: Social,
  browser = new Browser(),
  client = clientIn(browser),
) {
  const { url } = await allowed(client.auth.signInWithOAuth({ provider, options }))
  return { landing: await browser.go(present(url)), client }
}

export async function sessionFrom(provider: Social) {
  const { landing, client } = await landingFrom(provider)
  const code = landing.searchParams.get('code')
  assert.ok(code, landing.href)
  return allowed(client.auth.exchangeCodeForSession(code))
}

export async function refusalFrom(provider: Social) {
  const { landing } = await landingFrom(provider)
  assert.equal(landing.searchParams.get('code'), null)
  return landing.searchParams.get('error_code')
}

/** Signs in at a provider without PKCE, up to the redirect back. Returns the browser and the callback URL. */
export async function comingBack(provider: string) {
  const browser = new Browser()
  const asked = new URLSearchParams({ provider, redirect_to: back })
  const callback = await browser.go(
    `${target.url}/auth/v1/authorize?${asked.toString()}`,
    ({ origin, pathname }) => origin === target.url && pathname === '/auth/v1/callback',
  )
  return { browser, callback }
}
