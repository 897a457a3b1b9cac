// Signs in with supabase-js at a provider, and follows the redirects.
import assert from 'node:assert/strict'
import { allowed, present } from '../people.ts'
import { target } from '../target.ts'
import { back, Browser, clientIn } from './browser.ts'

type Social = 'google' | 'apple' | 'azure' | 'github'

export const options = { redirectTo: back, skipBrowserRedirect: true }
export const verified = (email: string) => ({ email, email_verified: true, name: 'Ada M. Gate' })

/** Returns the page on which a user lands after the sign-in at a provider. */
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

/**
 * Returns a browser that is about to come back from the provider without PKCE, and its callback
 * address.
 */
export async function comingBack(provider: string) {
  const browser = new Browser()
  const asked = new URLSearchParams({ provider, redirect_to: back })
  const callback = await browser.go(
    `${target.url}/auth/v1/authorize?${asked.toString()}`,
    ({ origin, pathname }) => origin === target.url && pathname === '/auth/v1/callback',
  )
  return { browser, callback }
}
