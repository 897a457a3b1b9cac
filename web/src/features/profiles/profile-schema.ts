import * as z from 'zod/mini'
import { commaSeparated, optionalMoney, optionalText as text } from '#lib/schemas.ts'
import type { Role } from '#lib/session/roles.ts'

const wordList = commaSeparated({ maxItems: 50, maxLength: 100 })

const commonFields = {
  username: text(100),
  full_name: text(200),
  company_name: text(200),
  headline: text(200),
  location: text(200),
  bio: text(5000),
  time_zone: z.string(),
}

const facilityProfile = z.object(commonFields)
const contractorProfile = z.object({
  ...commonFields,
  services: wordList,
  certifications: wordList,
})
const consultantProfile = z.object({
  ...contractorProfile.shape,
  consultation_fee: optionalMoney('Enter a fee above $0, or leave it empty.'),
})

export const profileSchemas = {
  facility: facilityProfile,
  contractor: contractorProfile,
  consultant: consultantProfile,
  admin: facilityProfile,
} as const satisfies Record<Role, z.ZodMiniType>

/** The fields of the dialog `EditProfileDialog`. */
export const shortProfileSchema = z.object({
  headline: commonFields.headline,
  bio: commonFields.bio,
  services: wordList,
})
