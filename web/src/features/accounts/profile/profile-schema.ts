import * as z from 'zod/mini'
import { commaSeparated } from '../../../lib/schemas/comma-separated.ts'

const text = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(longest, `At most ${longest.toLocaleString('en-US')} characters, please.`),
    )
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

export const profileSchema = z.object(everybodys)

/** Of those who offer work. */
export const offerSchema = z.object({ ...everybodys, services: words, certifications: words })
