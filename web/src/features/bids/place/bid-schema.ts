import * as z from 'zod/mini'
import { money } from '#lib/schemas/money.ts'

const invalid = 'Please enter a valid amount.'

export const amount = money({ missing: invalid, wrong: invalid })
export const bidSchema = z.object({ amount })
