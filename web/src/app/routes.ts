import { layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

const visitorPages = [
  route('login', 'routes/public/login.tsx'),
  route('request-intake-form', 'routes/public/request-intake-form.tsx'),
  route('forgot-password', 'routes/public/forgot-password.tsx'),
  route('reset-password', 'routes/public/reset-password.tsx'),
]

const consultant = [
  route('consultant', 'routes/consultant/overview.tsx'),
  // The profile form leads back to /consultant-portal, which shows the same overview as /consultant.
  route('consultant-portal', 'routes/consultant/overview.tsx', { id: 'routes/consultant/portal' }),
  route('consultant/documents', 'routes/consultant/documents.tsx'),
  route('consultant/reviews', 'routes/consultant/reviews.tsx'),
  route('consultant-profile/:id', 'routes/consultant/own-profile.tsx'),
]

const withProfile = layout('layouts/with-profile.tsx', [
  route('edit-profile', 'routes/shared/edit-profile.tsx'),
])

const facility = [
  route('facility-dashboard', 'routes/facility/facility-dashboard.tsx'),
  ...prefix('facility', [
    route('jobs', 'routes/facility/jobs.tsx'),
    route('jobs/new', 'routes/facility/new-job.tsx'),
    route('jobs/:id', 'routes/facility/job.tsx'),
    route('jobs/:id/bids', 'routes/facility/job-bids.tsx'),
    route('bids', 'routes/facility/bids.tsx'),
    route('consultations', 'routes/facility/consultations.tsx'),
    route('payments', 'routes/facility/payments.tsx'),
  ]),
]

const contractor = [
  route('contractor-dashboard', 'routes/contractor/contractor-dashboard.tsx'),
  ...prefix('contractor', [
    route('jobs', 'routes/contractor/find-work.tsx'),
    route('jobs/:id', 'routes/contractor/job.tsx'),
    route('bids', 'routes/contractor/bids.tsx'),
    route('active', 'routes/contractor/active.tsx'),
    route('payments', 'routes/contractor/payments.tsx'),
  ]),
]

const admin = [
  route('admin-dashboard', 'routes/admin/admin-dashboard.tsx'),
  ...prefix('admin', [
    route('users', 'routes/admin/users.tsx'),
    route('users/:userId', 'routes/admin/user.tsx'),
    route('newcomers', 'routes/admin/newcomers.tsx'),
    route('contractors', 'routes/admin/contractors.tsx'),
    route('consultants', 'routes/admin/consultants.tsx'),
    route('facilities', 'routes/admin/facilities.tsx'),
    route('jobs', 'routes/admin/jobs.tsx'),
    route('jobs/:id', 'routes/admin/job.tsx'),
    route('consultations', 'routes/admin/consultations.tsx'),
    route('consultations/:consultantId', 'routes/admin/consultations-of.tsx'),
    route('bids', 'routes/admin/bids.tsx'),
    route('demo-requests', 'routes/admin/demo-requests.tsx'),
    route('payments', 'routes/admin/payments.tsx'),
    route('mails', 'routes/admin/mails.tsx'),
    route('audit', 'routes/admin/audit.tsx'),
  ]),
]

const shared = [
  route('welcome', 'routes/shared/welcome.tsx'),
  route('upload-documents', 'routes/shared/upload-documents.tsx'),
  route('profile', 'routes/shared/profile.tsx'),
  route('inbox', 'routes/shared/inbox.tsx'),
  route('consultants', 'routes/shared/find-consultant.tsx'),
  route('settings', 'routes/shared/settings.tsx'),
  route('chat/job/:jobId', 'routes/shared/job-chat.tsx'),
  route('chat/consultation/:consultationId', 'routes/shared/consultation-chat.tsx'),
  route('chat/:userId', 'routes/shared/person-chat.tsx'),
]

/** The gallery of components exists only during development. */
const gallery =
  process.env['NODE_ENV'] === 'development' ? [route('gallery', 'gallery/gallery.tsx')] : []

export default [
  route('marketing', 'routes/public/marketing.tsx'),
  layout('layouts/ui.tsx', [...visitorPages, ...gallery]),
  layout('layouts/signed-in.tsx', [
    ...consultant,
    withProfile,
    ...facility,
    ...contractor,
    ...admin,
    ...shared,
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
