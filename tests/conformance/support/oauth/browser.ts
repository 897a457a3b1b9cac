// Simulates a minimal browser for OAuth flows, with cookies, redirects and automatically submitted forms.
import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '../clients.ts'
import { secrets, target } from '../target.ts'

export const returnUrl = `${target.url}/back`

const isClientPage = ({ origin, pathname }: URL) =>
  origin === target.url && !pathname.startsWith('/auth/')

export class Browser {
  readonly #jars = new Map<string, Map<string, string>>()

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const address = new URL(input instanceof Request ? input.url : input)
    const headers = new Headers(init.headers)
    const cookies = [...this.#jar(address)].map(([name, value]) => `${name}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#keep(address, cookie)
    return response
  }

  /** Follows redirects to a page of the web app, or to a page that `isDestination` accepts. */
  async followRedirects(from: string | URL, isDestination = isClientPage): Promise<URL> {
    let address = new URL(from)
    for (let steps = 0; steps < 20; steps += 1) {
      const response = await this.fetch(address)
      const next = response.headers.get('location') ?? (await this.#post(await response.text()))
      assert.ok(next, `${response.status} at ${address.pathname}`)
      address = new URL(next, address)
      if (isDestination(address)) return address
    }
    throw new Error('There are too many redirects.')
  }

  /** Submits a page's form without cookies, because browsers send no SameSite=Lax cookies with a cross-site POST. */
  async #post(page: string) {
    const action = /<form[^>]* action="([^"]+)"/u.exec(page)?.[1]
    if (action === undefined)
      throw new Error(`The page has no redirect and no form: ${page.slice(0, 300)}`)
    const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/gu)]
    const body = new URLSearchParams()
    for (const [, name = '', value = ''] of fields) body.set(name, value)
    const response = await fetch(action, { method: 'POST', body, redirect: 'manual' })
    return response.headers.get('location')
  }

  #jar({ host }: URL) {
    const jar = this.#jars.get(host) ?? new Map<string, string>()
    this.#jars.set(host, jar)
    return jar
  }

  #keep(address: URL, cookie: string) {
    const [pair = ''] = cookie.split(';')
    const [name = '', ...value] = pair.split('=')
    this.#jar(address).set(name, value.join('='))
  }
}

/** Returns a supabase-js client that sends its requests through this browser. */
export function clientIn(browser: Browser, flowType: 'pkce' | 'implicit' = 'pkce'): Client {
  return createClient(target.url, secrets.anonKey, {
    global: { fetch: browser.fetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType },
  })
}
