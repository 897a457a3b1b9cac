import * as z from 'zod/mini'
import { commaSeparated, optionalMoney, optionalText as text } from '#lib/schemas.ts'
import type { Role } from '#lib/session/roles.ts'

const words = commaSeparated({ most: 50, longest: 100 })

/** What everybody says, by the names of the columns. */
const everybodys = {
  username: text(100),
  full_name: text(200),
  company_name: text(200),
  headline: text(200),
  location: text(200),
  bio: text(5000),
  time_zone: z.string(),
}

const profile = z.object(everybodys)
/** Of those who offer work. */
const offer = z.object({ ...everybodys, services: words, certifications: words })
const advice = z.object({
  ...offer.shape,
  consultation_fee: optionalMoney('Enter a fee above $0, or leave it empty.'),
})

export const profileSchemas = {
  facility: profile,
  contractor: offer,
  consultant: advice,
  admin: profile,
} as const satisfies Record<Role, z.ZodMiniType>

/** What a consultant changes most. */
export const shortProfileSchema = z.object({
  headline: everybodys.headline,
  bio: everybodys.bio,
  services: words,
})
