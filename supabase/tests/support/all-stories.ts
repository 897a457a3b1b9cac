import { stories as bids } from '../bids/stories.ts'
import { stories as jobs } from '../jobs/stories.ts'
import type { Stories } from './story.ts'

export const allStories: Record<string, Stories> = { jobs, bids }
