// What is switched on here beside password and mail, as the server tells everybody.
import * as z from 'zod/mini'
import { fetchPublicConfig } from '#lib/public-config.ts'

/** In the order in which they are shown; at whom people sign in, as clients name them. */
const ways = ['phone', 'company', 'google', 'azure', 'apple', 'github'] as const

export type Way = (typeof ways)[number]

const isOn = z.boolean()
const told = z.object({
  external: z.object({ phone: isOn, google: isOn, azure: isOn, apple: isOn, github: isOn }),
  sso_enabled: isOn,
})

export async function readOffered(): Promise<Way[]> {
  const { url } = await fetchPublicConfig()
  const response = await fetch(`${url}/auth/v1/settings`)
  const { external, sso_enabled: company } = told.parse(await response.json())
  return ways.filter((way) => ({ ...external, company })[way])
}
