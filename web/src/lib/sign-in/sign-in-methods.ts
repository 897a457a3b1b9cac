// Fetches the sign-in methods that this installation offers besides a password and an email code.
import * as z from 'zod/mini'
import { fetchPublicConfig } from '../public-config.ts'

/** The methods in the order of the screens, with the provider names of supabase-js. */
const signInMethods = ['phone', 'company', 'google', 'azure', 'apple', 'github'] as const

export type SignInMethod = (typeof signInMethods)[number]

const isOn = z.boolean()
const authSettings = z.object({
  external: z.object({ phone: isOn, google: isOn, azure: isOn, apple: isOn, github: isOn }),
  sso_enabled: isOn,
})

export async function fetchSignInMethods(): Promise<SignInMethod[]> {
  const { url } = await fetchPublicConfig()
  const response = await fetch(`${url}/auth/v1/settings`)
  const { external, sso_enabled: company } = authSettings.parse(await response.json())
  return signInMethods.filter((method) => ({ ...external, company })[method])
}
