// Reads how many jobs of each kind a server runs at once.
import { z } from 'zod'
import { defaultConcurrency, isJobKind, type JobConcurrency } from '../queue/job-kinds.ts'

const max = 100
const kinds = Object.keys(defaultConcurrency).join(', ')
const message = `must list kinds of jobs with a number from 1 to ${max} each, such as mail=40,file=4. The kinds are ${kinds}`

/** Kinds that the setting does not name keep their defaults. */
export const jobConcurrency = z.string().transform((text, context): JobConcurrency => {
  const concurrency = { ...defaultConcurrency }
  for (const part of text === '' ? [] : text.split(',')) {
    const [, kind = '', number = ''] = /^([a-z_.-]+)=(\d{1,3})$/.exec(part.trim()) ?? []
    if (!isJobKind(kind) || Number(number) < 1 || Number(number) > max) {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    concurrency[kind] = Number(number)
  }
  return concurrency
})
