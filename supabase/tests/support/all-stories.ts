import { stories as accounts } from '../accounts/stories.ts'
import { stories as admins } from '../accounts/admin-stories.ts'
import { stories as newcomers } from '../accounts/newcomer-stories.ts'
import { stories as userPages } from '../accounts/user-page-stories.ts'
import { stories as analytics } from '../analytics/stories.ts'
import { stories as counters } from '../analytics/counter-stories.ts'
import { stories as myDashboard } from '../analytics/my-dashboard-stories.ts'
import { stories as bids } from '../bids/stories.ts'
import { stories as consultations } from '../consultations/stories.ts'
import { stories as demoRequests } from '../demo-requests/stories.ts'
import { stories as deadLetters } from '../notices/failed-email-stories.ts'
import { stories as documents } from '../documents/stories.ts'
import { stories as availableJobs } from '../jobs/available-stories.ts'
import { stories as jobEvents } from '../jobs/live-stories.ts'
import { stories as jobPhotos } from '../jobs/photo-stories.ts'
import { stories as jobTowns } from '../jobs/town-stories.ts'
import { stories as jobs } from '../jobs/stories.ts'
import { stories as jobsWithoutBids } from '../jobs/without-bids-stories.ts'
import { stories as audiences } from '../live/audience-stories.ts'
import { stories as live } from '../live/stories.ts'
import { stories as messages } from '../messages/stories.ts'
import { stories as noticeMails } from '../notices/email-stories.ts'
import { stories as notices } from '../notices/stories.ts'
import { stories as noticeKinds } from '../notices/kind-stories.ts'
import { stories as noticesOfNewcomers } from '../notices/newcomer-stories.ts'
import { stories as noticesInTime } from '../notices/time-stories.ts'
import { stories as payments } from '../payments/stories.ts'
import { stories as ids } from '../records/id-stories.ts'
import { stories as records } from '../records/stories.ts'
import { stories as refusedRows } from '../records/refused-row-stories.ts'
import { stories as rowLimits } from '../records/row-limit-stories.ts'
import { stories as reviews } from '../reviews/stories.ts'
import { stories as search } from '../search/stories.ts'
import { stories as settings } from '../settings/stories.ts'
import type { Stories } from './run-story.ts'

export const allStories: Record<string, Stories> = {
  accounts,
  admins,
  newcomers,
  'pages of users': userPages,
  settings,
  search,
  jobs,
  jobPhotos,
  'available jobs': availableJobs,
  'towns of jobs': jobTowns,
  'events of available jobs': jobEvents,
  'jobs without bids': jobsWithoutBids,
  bids,
  consultations,
  messages,
  reviews,
  documents,
  payments,
  notices,
  'notification emails': noticeMails,
  'notices over time': noticesInTime,
  'kinds of notices': noticeKinds,
  'notices about newcomers': noticesOfNewcomers,
  'failed emails': deadLetters,
  analytics,
  'combined responses': myDashboard,
  counters,
  records,
  rowLimits,
  ids,
  'refused rows': refusedRows,
  'demo-requests': demoRequests,
  live,
  audiences,
}
