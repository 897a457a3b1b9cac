// The field for a company's sign-in accepts a work email or the company's domain.
import * as z from 'zod/mini'
import { errorFieldsOf } from '../errors.ts'

export const companyField = {
  name: 'company',
  label: 'Work email',
  description: "Or your company's domain.",
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'off',
  spellCheck: false,
} as const

const domain = z
  .string()
  .check(
    z.overwrite(parseDomain),
    z.regex(/^(?:[^.]+\.)+[^.]{2,}$/, 'Enter your work email, such as name@company.com.'),
  )

export const companySchema = z.object({ company: domain })

/** Returns the domain in the form that URLs use, in lower case and in ASCII. */
function parseDomain(typed: string) {
  const host = typed.trim().slice(typed.trim().lastIndexOf('@') + 1)
  return URL.parse(`https://${host}`)?.hostname ?? ''
}

export function companyErrorField(error: unknown) {
  return isUnknownCompany(error) ? 'company' : undefined
}

export function companyErrorText(error: unknown) {
  return isUnknownCompany(error)
    ? 'No company here uses this domain. Check the spelling.'
    : undefined
}

function isUnknownCompany(error: unknown) {
  return errorFieldsOf(error).code === 'sso_provider_not_found'
}
