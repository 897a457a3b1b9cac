import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

const front = [
  route('login', 'routes/front/login.tsx'),
  route('request-intake-form', 'routes/front/request-intake-form.tsx'),
  route('forgot-password', 'routes/front/forgot-password.tsx'),
  route('reset-password', 'routes/front/reset-password.tsx'),
]

const consultant = layout('layouts/consultant.tsx', [
  route('consultant', 'routes/consultant/overview.tsx'),
  // Where the documents and the edited profile lead back to: the same overview.
  route('consultant-portal', 'routes/consultant/overview.tsx', { id: 'consultant-portal' }),
  route('consultant/documents', 'routes/consultant/documents.tsx'),
  route('consultant/reviews', 'routes/consultant/reviews.tsx'),
  route('consultant-profile/:id', 'routes/consultant/own-profile.tsx'),
])

const withProfile = layout('layouts/with-profile.tsx', [
  route('edit-profile', 'routes/with-profile/edit-profile.tsx'),
])

const facility = layout('layouts/facility.tsx', [
  route('facility-dashboard', 'routes/facility/dashboard.tsx'),
])

const contractor = layout('layouts/contractor.tsx', [
  route('contractor-dashboard', 'routes/contractor/dashboard.tsx'),
])

const admin = layout('layouts/admin.tsx', [
  route('admin-dashboard', 'routes/admin/dashboard.tsx'),
  ...prefix('admin', [
    route('users', 'routes/admin/users.tsx'),
    route('newcomers', 'routes/admin/newcomers.tsx'),
    route('contractors', 'routes/admin/contractors.tsx'),
    route('consultants', 'routes/admin/consultants.tsx'),
    route('facilities', 'routes/admin/facilities.tsx'),
    route('jobs', 'routes/admin/jobs.tsx'),
    route('consultations', 'routes/admin/consultations.tsx'),
    route('consultations/:consultantId', 'routes/admin/consultations-of.tsx'),
    route('bids', 'routes/admin/bids.tsx'),
    route('demo-requests', 'routes/admin/demo-requests.tsx'),
    route('payments', 'routes/admin/payments.tsx'),
    route('mails', 'routes/admin/mails.tsx'),
    route('audit', 'routes/admin/audit.tsx'),
  ]),
])

const anybody = [
  route('welcome', 'routes/anybody/welcome.tsx'),
  route('upload-documents', 'routes/anybody/upload-documents.tsx'),
  route('profile', 'routes/anybody/profile.tsx'),
  route('inbox', 'routes/anybody/inbox.tsx'),
  route('consultants', 'routes/anybody/consultants.tsx'),
  route('settings', 'routes/anybody/settings.tsx'),
  route('chat/job/:jobId', 'routes/anybody/job-chat.tsx'),
  route('chat/consultation/:consultationId', 'routes/anybody/consultation-chat.tsx'),
  route('chat/:userId', 'routes/anybody/person-chat.tsx'),
]

/** Every part in every state, for those who build with them; no build has it. */
const kitchen =
  process.env['NODE_ENV'] === 'development' ? [route('kitchen', 'kitchen/kitchen.tsx')] : []

export default [
  index('routes/elsewhere.tsx', { id: 'start' }),
  route('marketing', 'routes/marketing/marketing.tsx'),
  layout('layouts/ui.tsx', [
    ...front,
    ...kitchen,
    layout('layouts/signed-in.tsx', [
      consultant,
      withProfile,
      facility,
      contractor,
      admin,
      ...anybody,
    ]),
  ]),
  route('*', 'routes/elsewhere.tsx'),
] satisfies RouteConfig
