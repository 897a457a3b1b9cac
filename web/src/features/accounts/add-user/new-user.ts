import * as z from 'zod/mini'
import { emailAddress } from '#lib/contact-schemas.ts'
import { requiredText } from '#lib/schemas.ts'
import { roleChoices } from '../role-choices.ts'

/** By the names the server has for them, which it also begins its complaints with. */
export const newUser = z.object({
  full_name: requiredText('Enter a name.', 200),
  company_name: requiredText('Enter a company.', 200),
  email: emailAddress,
  // Of a password every character counts.
  password: z.string().check(z.minLength(1, 'Choose a password.')),
  role: z.enum(
    roleChoices.map(({ value }) => value),
    'Choose a role.',
  ),
})

export type NewUser = z.infer<typeof newUser>

export const newUserFields = Object.keys(newUser.shape)
