// Lists all screens for the screenshots, each with its address, its role, and the steps before the picture.
import {
  startAppSetup,
  admit,
  askAssistant,
  fillBan,
  fillNewJob,
  fillBid,
  showCharts,
  showConsultantCharts,
  consultationsOf,
  openFirstConsultant,
  openFirstUser,
  waitForList,
  waitForMap,
  signUpNewcomers,
  openChat,
  openFirstJob,
  openClosedChat,
  openThread,
  pressButton,
  showPalette,
  failLogIn,
  submitDemoRequest,
  waitForRole,
  writeOffline,
} from './screen-steps.mjs'

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ name: string, path: string, as?: string, isWhole?: true, prepare?: (page: Page) => Promise<void> }} Screen
 */

/** @param {string} list @returns {Screen} */
const ofAdmin = (list) => ({ name: `admin-${list}`, path: `/admin/${list}`, as: 'admin' })

/** @param {string} list @returns {Screen} */
const ofFacility = (list) => ({
  name: `facility-${list}`,
  path: `/facility/${list}`,
  as: 'facility',
})

/** @param {string} list @returns {Screen} */
const ofContractor = (list) => ({
  name: `contractor-${list}`,
  path: `/contractor/${list}`,
  as: 'contractor',
})

/** @type {Screen[]} */
export const screens = [
  { name: 'marketing', path: '/marketing', isWhole: true },
  { name: 'marketing-top', path: '/marketing' },
  { name: 'login', path: '/login' },
  { name: 'login-refused', path: '/login', prepare: failLogIn },
  { name: 'request-intake-form', path: '/request-intake-form' },
  {
    name: 'request-intake-form-incomplete',
    path: '/request-intake-form',
    isWhole: true,
    prepare: pressButton('Submit Request'),
  },
  {
    name: 'request-intake-form-thank-you',
    path: '/request-intake-form',
    prepare: submitDemoRequest,
  },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token_hash=example&type=recovery' },
  { name: 'reset-password-without-link', path: '/reset-password' },
  { name: 'access-denied', path: '/admin-dashboard', as: 'facility' },
  {
    name: 'account-menu',
    path: '/facility-dashboard',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: /^Account of/ }).click(),
  },
  {
    name: 'palette',
    path: '/facility-dashboard',
    as: 'facility',
    prepare: showPalette,
  },
  {
    name: 'consultant',
    path: '/consultant',
    as: 'consultant',
    isWhole: true,
    prepare: showConsultantCharts,
  },
  {
    name: 'consultant-edit-dialog',
    path: '/consultant',
    as: 'consultant',
    prepare: async (page) => {
      await pressButton('Edit Profile')(page)
      await page.getByRole('dialog').getByLabel('Headline').waitFor()
    },
  },
  { name: 'consultant-documents', path: '/consultant/documents', as: 'consultant' },
  { name: 'consultant-reviews', path: '/consultant/reviews', as: 'consultant' },
  {
    name: 'consultant-profile',
    path: '/consultant',
    as: 'consultant',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'View My Profile' }).click()
      await page.getByRole('region', { name: 'Reviews' }).getByRole('listitem').first().waitFor()
    },
  },
  { name: 'consultant-edit-profile', path: '/edit-profile', as: 'consultant', isWhole: true },
  { name: 'facility-dashboard', path: '/facility-dashboard', as: 'facility', isWhole: true },
  {
    name: 'facility-consultants',
    path: '/facility-dashboard?consultants=shown',
    as: 'facility',
    isWhole: true,
  },
  ...['jobs', 'bids', 'consultations', 'payments'].map(ofFacility),
  {
    name: 'post-job',
    path: '/facility-dashboard',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: 'Post Job' }).first().click(),
  },
  { name: 'new-job', path: '/facility/jobs/new', as: 'facility', prepare: fillNewJob },
  {
    name: 'accept-bid',
    path: '/facility-dashboard?tab=review',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: 'Accept Bid' }).first().click(),
  },
  {
    name: 'book-consultation',
    path: '/facility-dashboard?consultants=shown',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: 'Book Consultation' }).first().click(),
  },
  {
    name: 'cancel-consultation',
    path: '/facility/consultations',
    as: 'facility',
    prepare: (page) => page.getByRole('button', { name: 'Cancel Consultation' }).first().click(),
  },
  {
    name: 'leave-a-review',
    path: '/facility/consultations?consultations.when=past',
    as: 'facility',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Leave a review/ })
        .first()
        .click(),
  },
  {
    name: 'facility-job',
    path: '/facility-dashboard?tab=review',
    as: 'facility',
    isWhole: true,
    prepare: openFirstJob,
  },
  {
    name: 'facility-job-finished',
    path: '/facility-dashboard?tab=finished',
    as: 'facility',
    isWhole: true,
    prepare: openFirstJob,
  },
  {
    name: 'facility-job-bids',
    path: '/facility-dashboard?tab=review',
    as: 'facility',
    isWhole: true,
    prepare: async (page) => {
      await openFirstJob(page)
      await page.getByRole('link', { name: /^Review \d+ bids?$/ }).click()
      await page.getByRole('list', { name: 'Bids' }).waitFor()
    },
  },
  {
    name: 'contractor-job',
    path: '/contractor-dashboard',
    as: 'contractor',
    isWhole: true,
    prepare: openFirstJob,
  },
  { name: 'contractor-dashboard', path: '/contractor-dashboard', as: 'contractor' },
  { name: 'contractor-bid', path: '/contractor-dashboard', as: 'contractor', prepare: fillBid },
  ...['bids', 'active', 'payments'].map(ofContractor),
  { name: 'find-work', path: '/contractor/jobs', as: 'contractor', prepare: waitForMap },
  {
    name: 'find-work-map',
    path: '/contractor/jobs?view=map',
    as: 'contractor',
    prepare: waitForMap,
  },
  { name: 'edit-profile', path: '/edit-profile', as: 'contractor', isWhole: true },
  { name: 'admin-jobs', path: '/admin/jobs?state=awarded', as: 'admin', prepare: waitForList },
  { name: 'admin-job', path: '/admin/jobs', as: 'admin', isWhole: true, prepare: openFirstJob },
  {
    name: 'job-not-found',
    path: '/facility/jobs/unknown',
    as: 'facility',
  },
  {
    name: 'release-award',
    path: '/admin/jobs?state=awarded',
    as: 'admin',
    prepare: (page) => page.getByRole('button', { name: 'Revoke award' }).first().click(),
  },
  { name: 'admin-bids', path: '/admin/bids', as: 'admin', prepare: waitForList },
  {
    name: 'admin-payments',
    path: '/admin/payments?status=paid',
    as: 'admin',
    prepare: waitForList,
  },
  {
    name: 'refund-payment',
    path: '/admin/payments?status=paid',
    as: 'admin',
    prepare: (page) => page.getByRole('button', { name: 'Refund' }).first().click(),
  },
  { name: 'admin-demo-requests', path: '/admin/demo-requests', as: 'admin', prepare: waitForList },
  { name: 'admin-audit', path: '/admin/audit', as: 'admin', prepare: waitForList },
  { name: 'admin-ban', path: '/admin/users?role=contractor', as: 'admin', prepare: fillBan },
  ...['users', 'contractors', 'consultants', 'facilities', 'consultations', 'mails'].map(ofAdmin),
  {
    name: 'admin-user',
    path: '/admin/users?search=brandt',
    as: 'admin',
    isWhole: true,
    prepare: openFirstUser('Overview'),
  },
  {
    name: 'admin-user-security',
    path: '/admin/users?search=brandt',
    as: 'admin',
    prepare: openFirstUser('Security'),
  },
  {
    name: 'admin-consultations-of',
    path: '/admin/consultations?search=margaret',
    as: 'admin',
    isWhole: true,
    prepare: consultationsOf,
  },
  {
    name: 'admin-dashboard',
    path: '/admin-dashboard?range=30days',
    as: 'admin',
    isWhole: true,
    prepare: showCharts,
  },
  {
    name: 'admin-add-user',
    path: '/admin-dashboard',
    as: 'admin',
    prepare: pressButton('Add User'),
  },
  { name: 'admin-assistant', path: '/admin-dashboard', as: 'admin', prepare: askAssistant },
  { name: 'notices', path: '/facility-dashboard', as: 'facility', prepare: pressButton('Notices') },
  { name: 'inbox', path: '/inbox', as: 'facility', prepare: openThread },
  { name: 'inbox-empty', path: '/inbox', as: 'admin' },
  { name: 'chat', path: '/inbox', as: 'contractor', prepare: openChat },
  { name: 'chat-closed', path: '/inbox', as: 'facility', prepare: openClosedChat },
  { name: 'chat-offline', path: '/inbox', as: 'contractor', prepare: writeOffline },
  { name: 'find-a-consultant', path: '/consultants', as: 'facility' },
  {
    name: 'profile',
    path: '/consultants',
    as: 'facility',
    prepare: openFirstConsultant,
  },
  { name: 'upload-documents', path: '/upload-documents', as: 'contractor' },
  { name: 'settings', path: '/settings', as: 'facility' },
  { name: 'settings-privacy', path: '/settings?tab=privacy', as: 'facility' },
  { name: 'settings-appearance', path: '/settings?tab=appearance', as: 'facility' },
  { name: 'settings-security', path: '/settings?tab=security', as: 'facility', isWhole: true },
  { name: 'add-app', path: '/settings?tab=security', as: 'facility', prepare: startAppSetup },
  // These screens come last, because their steps sign up users. The new users would appear on the other screens of
  // admins.
  { name: 'welcome', path: '/welcome', prepare: waitForRole },
  { name: 'admin-newcomers', path: '/admin/newcomers', as: 'admin', prepare: signUpNewcomers },
  { name: 'admin-admit', path: '/admin/newcomers', as: 'admin', prepare: admit },
]
