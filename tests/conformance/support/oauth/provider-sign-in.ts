// Signs in at an OAuth provider with supabase-js, and follows the redirects.
import assert from 'node:assert/strict'
import { expectAuthData, expectPresent } from '../people.ts'
import { target } from '../target.ts'
import { returnUrl, Browser, clientIn } from './browser.ts'

type Social = 'google' | 'apple' | 'azure' | 'github'

export const options = { redirectTo: returnUrl, skipBrowserRedirect: true }
export const verified = (email: string) => ({ email, email_verified: true, name: 'Ada M. Gate' })

/** Signs in at a provider. `landing` is the URL after all redirects. */
export async function signInAtProvider(
  provider: Social,
  browser = new Browser(),
  client = clientIn(browser),
) {
  const { url } = await expectAuthData(client.auth.signInWithOAuth({ provider, options }))
  return { landing: await browser.followRedirects(expectPresent(url)), client }
}

export async function sessionAtProvider(provider: Social) {
  const { landing, client } = await signInAtProvider(provider)
  const code = landing.searchParams.get('code')
  assert.ok(code, landing.href)
  return expectAuthData(client.auth.exchangeCodeForSession(code))
}

export async function refusedSignInAt(provider: Social) {
  const { landing } = await signInAtProvider(provider)
  assert.equal(landing.searchParams.get('code'), null)
  return landing.searchParams.get('error_code')
}

/** Signs in at a provider without PKCE, and stops before the browser opens the callback URL. */
export async function signInUntilCallback(provider: string) {
  const browser = new Browser()
  const query = new URLSearchParams({ provider, redirect_to: returnUrl })
  const callback = await browser.followRedirects(
    `${target.url}/auth/v1/authorize?${query.toString()}`,
    ({ origin, pathname }) => origin === target.url && pathname === '/auth/v1/callback',
  )
  return { browser, callback }
}
