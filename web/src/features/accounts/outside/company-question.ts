// Which company somebody belongs to, by their address there or its domain alone.
import * as z from 'zod/mini'
import { errorFieldsOf } from '#lib/errors.ts'

const domain = z
  .string()
  .check(
    z.overwrite(domainIn),
    z.regex(/^(?:[^.]+\.)+[^.]{2,}$/, 'Enter your work email, such as name@company.com.'),
  )

export const companyQuestion = z.object({ company: domain })

/** As the address of a site would have it: in small letters, and other scripts in ASCII. */
function domainIn(typed: string) {
  const host = typed.trim().slice(typed.trim().lastIndexOf('@') + 1)
  return URL.parse(`https://${host}`)?.hostname ?? ''
}

const isUnknown = (error: unknown) => errorFieldsOf(error).code === 'sso_provider_not_found'

export const fieldFor = (error: unknown) => (isUnknown(error) ? 'company' : undefined)

export const wordsFor = (error: unknown) =>
  isUnknown(error) ? 'No company with this domain signs in here. Check the spelling.' : undefined
