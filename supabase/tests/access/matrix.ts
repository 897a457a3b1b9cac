// A cell is the number of rows or the code of the refusal that one user gets for one action. The users and their rows
// are in ../support/world.ts.
import { idOf } from '../support/world.ts'

export type Cell = number | string

export interface Act {
  name: string
  statement: string
  values?: unknown[]
  /** The results for fiona, frank, carl, cora, kim, kurt, ada, nora and a visitor, in this order. */
  expected: readonly Cell[]
}

const no = '42501'
// Select all columns, because PostgreSQL does not check the privileges of some views if a query selects no column.
const selectAll = (table: string) => `select * from ${table}`
const selectById = (table: string, id: string) => ({
  statement: `select from public.${table} where id = $1`,
  values: [idOf(id)],
})
const updateById = (table: string, set: string, id: string) => ({
  statement: `update public.${table} set ${set} where id = $1 returning 1`,
  values: [idOf(id)],
})

export const reading: Act[] = [
  //                                                                   fiona frank carl cora kim kurt ada nora visitor
  { name: 'own profile', statement: 'select from public.profiles where id = auth.uid()', expected: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { name: 'the visible consultant', ...selectById('profiles', 'kim'), expected: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { name: 'the hidden consultant', ...selectById('profiles', 'kurt'), expected: [0, 1, 0, 0, 0, 1, 1, 0, no] },
  { name: 'a contractor', ...selectById('profiles', 'carl'), expected: [1, 0, 1, 0, 0, 0, 1, 0, no] },
  { name: 'a facility with open jobs', ...selectById('profiles', 'fiona'), expected: [1, 0, 1, 1, 1, 0, 1, 0, no] },
  { name: 'an admin', ...selectById('profiles', 'ada'), expected: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { name: "contacts", statement: selectAll('app.contacts'), expected: [1, 1, 1, 1, 1, 1, 8, 1, no] },
  { name: "Carl's email as a column", statement: 'select from public.profiles p where p.id = $1 and public.email(p) is not null', values: [idOf('carl')], expected: [0, 0, 1, 0, 0, 0, 1, 0, no] },
  { name: 'job categories', statement: selectAll('public.job_categories'), expected: [7, 7, 7, 7, 7, 7, 7, 0, no] },
  { name: 'an open job', ...selectById('jobs', 'job open'), expected: [1, 0, 1, 1, 0, 0, 1, 0, no] },
  { name: 'a job with bids', ...selectById('jobs', 'job bidden'), expected: [1, 0, 1, 1, 0, 0, 1, 0, no] },
  { name: 'an awarded job', ...selectById('jobs', 'job awarded'), expected: [1, 0, 1, 1, 0, 0, 1, 0, no] },
  { name: 'a finished job', ...selectById('jobs', 'job finished'), expected: [1, 0, 1, 0, 0, 0, 1, 0, no] },
  { name: 'a deleted job', ...selectById('jobs', 'job deleted'), expected: [1, 0, 0, 1, 0, 0, 1, 0, no] },
  { name: "Frank's open job", ...selectById('jobs', 'job frank'), expected: [0, 1, 1, 1, 0, 0, 1, 0, no] },
  { name: "Carl's bid", ...selectById('bids', 'bid carl bidden'), expected: [1, 0, 1, 0, 0, 0, 1, 0, no] },
  { name: "Cora's bid beside it", ...selectById('bids', 'bid cora bidden'), expected: [1, 0, 0, 1, 0, 0, 1, 0, no] },
  { name: "Cora's bid on Frank's job", ...selectById('bids', 'bid cora frank'), expected: [0, 1, 0, 1, 0, 0, 1, 0, no] },
  { name: 'a consultation ahead', ...selectById('consultations', 'consultation ahead'), expected: [1, 0, 0, 0, 1, 0, 1, 0, no] },
  { name: 'a consultation with the hidden one', ...selectById('consultations', 'consultation hidden'), expected: [0, 1, 0, 0, 0, 1, 1, 0, no] },
  { name: 'a review of the hidden one', ...selectById('reviews', 'review'), expected: [0, 1, 0, 0, 0, 1, 1, 0, no] },
  { name: 'conversations', statement: selectAll('public.conversations'), expected: [7, 4, 3, 4, 3, 1, 0, 0, no] },
  { name: "Carl's message", ...selectById('messages', 'message hello'), expected: [1, 0, 1, 0, 0, 0, 0, 0, no] },
  { name: "Kim's message", ...selectById('messages', 'message question'), expected: [1, 0, 0, 0, 1, 0, 0, 0, no] },
  { name: 'notification settings', statement: selectAll('public.notification_settings'), expected: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { name: 'notices', statement: selectAll('public.notices'), expected: [4, 1, 3, 2, 1, 0, 0, 0, no] },
  { name: 'kinds of notices', statement: selectAll('public.notice_kinds'), expected: [19, 19, 19, 19, 19, 19, 19, 0, no] },
  { name: 'notification emails', statement: selectAll('private.notification_emails'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'payments', statement: selectAll('public.payments'), expected: [2, 3, 1, 0, 3, 1, 5, 0, no] },
  { name: 'demo requests', statement: selectAll('public.demo_requests'), expected: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { name: 'accounts', statement: selectAll('auth.users'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'sessions', statement: selectAll('auth.sessions'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'settings', statement: selectAll('private.settings'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'secrets', statement: selectAll('private.secrets'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'the outbox', statement: selectAll('private.outbox'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'the audit log', statement: selectAll('app.audit_log'), expected: [0, 0, 0, 0, 0, 0, 0, 0, no] },
]

const insertJob = (columns: string, values: string) =>
  `insert into public.jobs (facility_id, title, description, budget${columns})
   values (auth.uid(), 'Fix the door', 'It does not close.', 100${values}) returning 1`

export const writing: Act[] = [
  //                                                                   fiona frank carl cora kim kurt ada nora visitor
  // @covers 6.facility.jobs
  { name: 'post a job', statement: insertJob('', ''), expected: [1, 1, no, no, no, no, no, no, no] },
  { name: 'post a job for another', statement: "insert into public.jobs (facility_id, title, description, budget) values ($1, 'Fix', 'It.', 1)", values: [idOf('frank')], expected: [no, 0, no, no, no, no, no, no, no] },
  { name: 'post a job as awarded', statement: insertJob(', awarded_at, awarded_contractor_id', `, now(), '${idOf('carl')}'`), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'rename an open job', ...updateById('jobs', "title = 'New'", 'job open'), expected: [1, 0, no, no, 0, 0, no, 0, no] },
  { name: 'rename a job with bids', ...updateById('jobs', "title = 'New'", 'job bidden'), expected: ['job_has_bids', 0, no, no, 0, 0, no, 0, no] },
  { name: 'rename an awarded job', ...updateById('jobs', "title = 'New'", 'job awarded'), expected: ['job_has_bids', 0, 'job_not_yours', no, 0, 0, no, 0, no] },
  { name: 'give a job away', ...updateById('jobs', `facility_id = '${idOf('frank')}'`, 'job open'), expected: [no, no, no, no, no, no, no, no, no] },
  // @covers 6.facility.jobs
  { name: 'delete an open job', ...updateById('jobs', 'is_deleted = true', 'job open'), expected: [1, 0, no, no, 0, 0, no, 0, no] },
  { name: 'delete an awarded job', ...updateById('jobs', 'is_deleted = true', 'job awarded'), expected: ['job_awarded', 0, 'job_not_yours', no, 0, 0, no, 0, no] },
  { name: 'undelete a job', ...updateById('jobs', 'is_deleted = false', 'job deleted'), expected: ['job_deleted', 0, 0, no, 0, 0, no, 0, no] },
  // @covers 6.contractor.completes
  { name: 'finish an awarded job', ...updateById('jobs', "status = 'finished'", 'job awarded'), expected: ['job_not_your_work', 0, 1, no, 0, 0, no, 0, no] },
  { name: 'finish an open job', ...updateById('jobs', "status = 'finished'", 'job open'), expected: ['job_not_your_work', 0, no, no, 0, 0, no, 0, no] },
  { name: 'open a finished job', ...updateById('jobs', "status = 'open'", 'job finished'), expected: ['job_not_your_work', 0, 'job_finished', 0, 0, 0, no, 0, no] },
  { name: 'remove a job', statement: 'delete from public.jobs', expected: [no, no, no, no, no, no, no, no, no] },
  // @covers 6.contractor.bids
  { name: 'bid on an open job', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80) returning 1', values: [idOf('job open')], expected: [no, no, 1, 1, no, no, no, no, no] },
  { name: 'bid on a job twice', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)', values: [idOf('job bidden')], expected: [no, no, 'bid_exists', 'bid_exists', no, no, no, no, no] },
  { name: 'bid on an awarded job', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)', values: [idOf('job awarded')], expected: [no, no, 'bid_exists', 'job_closed', no, no, no, no, no] },
  { name: 'bid for another', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 80)', values: [idOf('job open'), idOf('carl')], expected: [no, no, 0, no, no, no, no, no, no] },
  { name: "withdraw Carl's bid", ...updateById('bids', "status = 'withdrawn'", 'bid carl bidden'), expected: [no, 0, 1, 0, 0, 0, no, 0, no] },
  { name: "accept Carl's bid by hand", ...updateById('bids', "status = 'accepted'", 'bid carl bidden'), expected: [no, 0, 'bid_not_yours_to_judge', 0, 0, 0, no, 0, no] },
  { name: "withdraw Carl's accepted bid", ...updateById('bids', "status = 'withdrawn'", 'bid carl awarded'), expected: [no, 0, 'bid_decided', 0, 0, 0, no, 0, no] },
  { name: "change Carl's amount", ...updateById('bids', 'amount = 1', 'bid carl bidden'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'book Kim', statement: "insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes) values ($1, auth.uid(), now() + interval '5 days', 30) returning 1", values: [idOf('kim')], expected: ['consultation_exists', 1, no, no, no, no, no, no, no] },
  { name: 'book the hidden one', statement: "insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), now()) returning 1", values: [idOf('kurt')], expected: [no, 1, no, no, no, no, no, no, no] },
  { name: 'book a contractor', statement: 'insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), now())', values: [idOf('carl')], expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'book for another', statement: "insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, $2, now())", values: [idOf('kim'), idOf('frank')], expected: [no, 0, no, no, no, no, no, no, no] },
  { name: "book with Frank's job", statement: 'insert into public.consultations (consultant_id, facility_id, scheduled_at, job_id) values ($1, auth.uid(), now(), $2)', values: [idOf('kim'), idOf('job frank')], expected: [no, 0, no, no, no, no, no, no, no] },
  { name: 'cancel a consultation ahead', ...updateById('consultations', "status = 'cancelled'", 'consultation ahead'), expected: [1, 0, 0, 0, 1, 0, no, 0, no] },
  { name: 'cancel a past consultation', ...updateById('consultations', "status = 'cancelled'", 'consultation past'), expected: [0, 'consultation_started', 0, 0, 'consultation_started', 0, no, 0, no] },
  { name: 'revive a cancelled consultation', ...updateById('consultations', "status = 'booked'", 'consultation cancelled'), expected: [0, 'consultation_cancelled', 0, 0, 'consultation_cancelled', 0, no, 0, no] },
  { name: 'move a consultation', ...updateById('consultations', 'scheduled_at = now()', 'consultation ahead'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'review the past one', statement: "insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4) returning 1", values: [idOf('consultation past'), idOf('kim')], expected: [no, 1, no, no, no, no, no, no, no] },
  { name: 'review the one ahead', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation ahead'), idOf('kim')], expected: ['consultation_not_ended', no, no, no, no, no, no, no, no] },
  { name: 'review the cancelled one', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation cancelled'), idOf('kim')], expected: [no, 'consultation_cancelled', no, no, no, no, no, no, no] },
  { name: 'review another consultant', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation past'), idOf('kurt')], expected: [no, 'review_mismatch', no, no, no, no, no, no, no] },
  { name: 'review twice', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation hidden'), idOf('kurt')], expected: [no, '23505', no, no, no, no, no, no, no] },
  { name: 'remove a review', statement: 'delete from public.reviews', expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'write to Fiona about the awarded job', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job awarded'), idOf('fiona')], expected: [no, no, 1, 'conversation_closed', no, no, no, no, no] },
  { name: 'write to Carl about the awarded job', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job awarded'), idOf('carl')], expected: [1, no, 'wrong_recipient', 'conversation_closed', no, no, no, no, no] },
  { name: 'write about the finished job', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi')", values: [idOf('job finished'), idOf('fiona')], expected: [no, no, 'conversation_closed', no, no, no, no, no, no] },
  { name: 'write first to a bidder', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job bidden'), idOf('carl')], expected: ['conversation_closed', no, 'wrong_recipient', 'wrong_recipient', no, no, no, no, no] },
  { name: 'write first as a bidder', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job bidden'), idOf('fiona')], expected: [no, no, 1, 1, no, no, no, no, no] },
  { name: 'write to Kim in the consultation', statement: "insert into public.messages (consultation_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('consultation ahead'), idOf('kim')], expected: [1, no, no, no, 'wrong_recipient', no, no, no, no] },
  { name: 'write in a past consultation', statement: "insert into public.messages (consultation_id, recipient_id, content) values ($1, $2, 'Hi')", values: [idOf('consultation past'), idOf('kim')], expected: [no, 'conversation_closed', no, no, 'conversation_closed', no, no, no, no] },
  { name: "mark Carl's message read", ...updateById('messages', 'read = true', 'message hello'), expected: [1, 0, no, 0, 0, 0, 0, 0, no] },
  { name: "change Carl's message", ...updateById('messages', "content = 'x'", 'message hello'), expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'delete messages', statement: 'delete from public.messages', expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'write conversations', statement: "update public.conversations set last_content = 'x'", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'change the own profile', statement: "update public.profiles set bio = 'x' where id = auth.uid() returning 1", expected: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { name: "change Kim's profile", ...updateById('profiles', "bio = 'x'", 'kim'), expected: [no, no, no, no, 1, no, no, 0, no] },
  { name: 'take another role', statement: "update public.profiles set role = 'admin' where id = auth.uid()", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'take another id', statement: "update public.profiles set id = gen_random_uuid() where id = auth.uid() returning 1", expected: ['profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 0, no] },
  { name: 'make a profile', statement: "insert into public.profiles (id, role) values (gen_random_uuid(), 'admin')", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'change contacts', statement: "update app.contacts set email = 'x'", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'change the audit log', statement: "update app.audit_log set reason = 'x'", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'upsert own settings', statement: 'insert into public.notification_settings (user_id, sound) values (auth.uid(), false) on conflict (user_id) do update set sound = false returning 1', expected: [1, 1, 1, 1, 1, 1, 1, '23503', no] },
  { name: "upsert Carl's settings", statement: 'insert into public.notification_settings (user_id, sound) values ($1, false) on conflict (user_id) do update set sound = false returning 1', values: [idOf('carl')], expected: [no, no, 1, no, no, no, no, no, no] },
  { name: 'delete own settings', statement: 'delete from public.notification_settings returning 1', expected: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { name: 'read own notices', statement: 'update public.notices set read = true where not read returning 1', expected: [4, 1, 3, 2, 1, 0, 0, 0, no] },
  { name: "read everybody's notices", statement: 'update public.notices set read = true', expected: [no, no, no, no, no, no, no, 0, no] },
  { name: 'make a notice', statement: "insert into public.notices (recipient_id, kind, source_id) values (auth.uid(), 'test', gen_random_uuid())", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'change a kind of notice', statement: "update public.notice_kinds set path = '/'", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'make a payment', statement: 'insert into public.payments (payer_id, payee_id, amount) values (auth.uid(), auth.uid(), 1)', expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'change payments', statement: "update public.payments set status = 'paid'", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'add a photo to a job', statement: "insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), auth.uid() || '/job-photo/a.png') returning 1", values: [idOf('job open')], expected: [1, no, no, no, no, no, no, no, no] },
  { name: 'handle a demo request', ...updateById('demo_requests', 'handled = true', 'demo request'), expected: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { name: 'add a demo request by hand', statement: "insert into public.demo_requests (full_name, email, company, message) values ('a', 'a@b.c', 'd', 'e')", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'change categories', statement: "insert into public.job_categories values ('Magic', 9)", expected: [no, no, no, no, no, no, no, no, no] },
]

export const calling: Act[] = [
  //                                                                   fiona frank carl cora kim kurt ada nora visitor
  { name: 'admin_user_list', statement: selectAll('public.admin_user_list'), expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'dashboard_total_users_by_role', statement: selectAll('public.dashboard_total_users_by_role'), expected: [no, no, no, no, no, no, 4, no, no] },
  { name: 'admin_live_metrics', statement: selectAll('public.admin_live_metrics'), expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'get_revenue_analytics', statement: "select from public.get_revenue_analytics('2026-01-01', '2026-01-07')", expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'get_user_growth', statement: "select from public.get_user_growth('2026-01-01', '2026-01-07')", expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'get_job_analytics', statement: "select from public.get_job_analytics('2026-01-01', '2026-01-07')", expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'get_consultation_analytics', statement: "select from public.get_consultation_analytics('2026-01-01', '2026-01-07')", expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'get_daily_analytics', statement: "select from public.get_daily_analytics('2026-01-01', '2026-01-07')", expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'get_job_categories', statement: selectAll('public.get_job_categories()'), expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'get_job_category_analytics', statement: "select from public.get_job_category_analytics('2026-01-01', '2026-01-07')", expected: [no, no, no, no, no, no, 7, no, no] },
  { name: 'dashboard_facility_summary', statement: selectAll('public.dashboard_facility_summary'), expected: [1, 1, no, no, no, no, no, no, no] },
  { name: 'dashboard_facility_job_bids', statement: selectAll('public.dashboard_facility_job_bids'), expected: [5, 1, no, no, no, no, no, no, no] },
  { name: 'dashboard_contractor_summary', statement: selectAll('public.dashboard_contractor_summary'), expected: [no, no, 1, 1, no, no, no, no, no] },
  { name: 'dashboard_available_jobs', statement: selectAll('public.dashboard_available_jobs'), expected: [no, no, 3, 3, no, no, no, no, no] },
  { name: 'find_available_jobs', statement: selectAll('public.find_available_jobs()'), expected: [no, no, 3, 3, no, no, no, no, no] },
  { name: 'find_available_jobs by a word', statement: selectAll("public.find_available_jobs('job')"), expected: [no, no, 3, 3, no, no, no, no, no] },
  { name: 'find_available_jobs near an unknown place', statement: selectAll('public.find_available_jobs(within_miles => 5)'), expected: [no, no, 'place_unknown', 'place_unknown', no, no, no, no, no] },
  { name: 'available_job_towns', statement: selectAll('public.available_job_towns()'), expected: [no, no, 80, 80, no, no, no, no, no] },
  { name: 'dashboard_inbox_preview', statement: selectAll('public.dashboard_inbox_preview'), expected: [4, 1, 1, 0, 1, 0, 0, 0, no] },
  { name: 'dashboard_consultant_summary', statement: selectAll('public.dashboard_consultant_summary'), expected: [no, no, no, no, 1, 1, no, no, no] },
  { name: 'consultant_months', statement: "select from public.consultant_months('2026-01-01', '2026-05-31')", expected: [no, no, no, no, 5, 5, no, no, no] },
  { name: 'dashboard_waiting', statement: selectAll('public.dashboard_waiting'), expected: [5, 4, 2, 0, 0, 0, 3, 0, no] },
  { name: 'dashboard_waiting_counts', statement: selectAll('public.dashboard_waiting_counts'), expected: [3, 3, 2, 0, 0, 0, 3, 0, no] },
  { name: 'accept_and_reject_bids', statement: 'select from public.accept_and_reject_bids($1, $2)', values: [idOf('bid carl bidden'), idOf('job bidden')], expected: [1, 'job_unknown', 'job_not_yours', 'job_not_yours', 'job_unknown', 'job_unknown', 'job_not_yours', 'job_unknown', no] },
  { name: 'record_payment', statement: "select from public.record_payment((select id from public.payments where job_id = $1), 'Check 12')", values: [idOf('job finished')], expected: [1, 'payment_unknown', 'payment_not_yours', 'payment_unknown', 'payment_unknown', 'payment_unknown', 'payment_not_yours', 'payment_unknown', no] },
  { name: 'refund_payment', statement: 'select from public.refund_payment((select id from public.payments where job_id = $1))', values: [idOf('job finished')], expected: [no, no, no, no, no, no, 'payment_not_paid', no, no] },
  { name: 'search_consultants', statement: selectAll('public.search_consultants()'), expected: [1, 1, 1, 1, 0, 1, 1, 0, no] },
  { name: 'search_objects', statement: selectAll("public.search_objects('job')"), expected: [4, 1, 5, 4, 0, 0, 5, 0, no] },
  { name: 'app.job_candidates', statement: selectAll("app.job_candidates('job')"), expected: [4, 1, 6, 6, 0, 0, 5, 0, no] },
  { name: 'app.person_candidates', statement: selectAll("app.person_candidates('kurt')"), expected: [0, 1, 0, 0, 0, 0, 1, 0, no] },
  { name: 'app.consultation_candidates', statement: selectAll("app.consultation_candidates('kim')"), expected: [1, 2, 0, 0, 0, 0, 3, 0, no] },
  { name: 'conversation_with Fiona', statement: 'select from public.conversation_with($1)', values: [idOf('fiona')], expected: [0, 0, 1, 1, 1, 0, 0, 0, no] },
  { name: 'conversation_state', statement: 'select from public.conversation_state($1)', values: [idOf('job awarded')], expected: [1, 0, 1, 1, 0, 0, 0, 0, no] },
  { name: 'asking_admin', statement: 'select public.asking_admin()', expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_newcomers', statement: selectAll('public.admin_newcomers'), expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_admit', statement: "select from public.admin_admit($1, 'facility', 'Nora', 'Halls', 'Asked for it')", values: [idOf('nora')], expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_set_role', statement: "select from public.admin_set_role($1, 'facility', 'Asked for it')", values: [idOf('kim')], expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_end_sessions', statement: "select from public.admin_end_sessions($1, 'Lost laptop')", values: [idOf('kim')], expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_ban', statement: "select from public.admin_ban($1, 'infinity', 'Fraud')", values: [idOf('kim')], expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_release_award', statement: "select from public.admin_release_award($1, 'Both agree')", values: [idOf('job awarded')], expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'confirm_review', statement: 'select from public.confirm_review($1)', values: [idOf('review')], expected: ['review_unknown', 'review_unknown', 'review_unknown', 'review_unknown', 'review_unknown', 1, 'review_unknown', 'review_unknown', no] },
  { name: 'admin_remove_review', statement: "select from public.admin_remove_review($1, 'Insult')", values: [idOf('review')], expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_audit_log', statement: selectAll('public.admin_audit_log()'), expected: [no, no, no, no, no, no, 0, no, no] },
  { name: 'admin_audit_entries', statement: selectAll('public.admin_audit_entries'), expected: [no, no, no, no, no, no, 0, no, no] },
  { name: 'admin_search_audit', statement: selectAll("public.admin_search_audit('a')"), expected: [no, no, no, no, no, no, 0, no, no] },
  { name: 'admin_search_jobs', statement: selectAll("public.admin_search_jobs('job')"), expected: [no, no, no, no, no, no, 6, no, no] },
  { name: 'admin_jobs_without_bids', statement: selectAll('public.admin_jobs_without_bids()'), expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_list_number', statement: "select public.admin_list_number('jobs')", expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_find_jobs_without_bids', statement: selectAll('public.admin_find_jobs_without_bids()'), expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'app.find_jobs_without_bids', statement: selectAll("app.find_jobs_without_bids('created_at', true, 9)"), expected: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { name: 'admin_search_users', statement: selectAll("public.admin_search_users('kim')"), expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'app.admin_search_users', statement: selectAll("app.admin_search_users('kim', true)"), expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_user_overview', statement: 'select * from public.admin_user_overview($1)', values: [idOf('kim')], expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'admin_user_activity', statement: 'select * from public.admin_user_activity($1)', values: [idOf('kim')], expected: [no, no, no, no, no, no, 4, no, no] },
  { name: 'admin_user_sessions', statement: 'select * from public.admin_user_sessions($1)', values: [idOf('kim')], expected: [no, no, no, no, no, no, 0, no, no] },
  { name: 'admin_search_bids', statement: selectAll("public.admin_search_bids('carl')"), expected: [no, no, no, no, no, no, 3, no, no] },
  { name: 'admin_search_payments', statement: selectAll("public.admin_search_payments('finished')"), expected: [no, no, no, no, no, no, 1, no, no] },
  { name: 'my_notices', statement: selectAll('public.my_notices'), expected: [4, 1, 3, 2, 1, 0, 0, 0, no] },
  { name: 'admin_dead_letters', statement: selectAll('public.admin_dead_letters'), expected: [no, no, no, no, no, no, 0, no, no] },
  { name: 'admin_send_again', statement: 'select public.admin_send_again(gen_random_uuid())', expected: [no, no, no, no, no, no, 'mail_unknown', no, no] },
  { name: 'admin_remove_mail', statement: 'select public.admin_remove_mail(gen_random_uuid())', expected: [no, no, no, no, no, no, 'mail_unknown', no, no] },
  { name: 'send_test_notice', statement: 'select public.send_test_notice()', expected: [1, 1, 1, 1, 1, 1, 1, no, no] },
  { name: 'mark_notices_read', statement: 'select public.mark_notices_read()', expected: [1, 1, 1, 1, 1, 1, 1, 1, no] },
  { name: 'unsubscribe', statement: "select public.unsubscribe('x')", expected: [no, no, no, no, no, no, no, no, no] },
  { name: 'my_dashboard', statement: 'select public.my_dashboard()', expected: [1, 1, 1, 1, 1, 1, 1, 1, no] },
  { name: 'my_unread', statement: 'select public.my_unread()', expected: [1, 1, 1, 1, 1, 1, 1, 1, no] },
  { name: 'my_sessions', statement: selectAll('public.my_sessions()'), expected: [0, 0, 0, 0, 0, 0, 0, 0, no] },
  { name: 'end_my_session', statement: 'select public.end_my_session(gen_random_uuid())', expected: [...Array<Cell>(8).fill('session_unknown'), no] },
  { name: 'submit_demo_request', statement: "select from public.submit_demo_request('Vera', 'vera@example.com', 'Halls', 'Hello')", expected: [1, 1, 1, 1, 1, 1, 1, 1, 1] },
]

/** Users may send only these columns. */
export const columns: Record<string, { insert?: string; update?: string }> = {
  'public.profiles': {
    update: 'id username full_name company_name headline location bio services certifications resume_url profile_picture documents is_hidden consultation_fee time_zone',
  },
  'public.notification_settings': {
    insert: 'user_id email sound messages job_updates payments',
    update: 'user_id email sound messages job_updates payments',
  },
  'public.jobs': {
    insert: 'facility_id title description budget category location status is_deleted created_at',
    update: 'title description budget category location status is_deleted',
  },
  'public.notice_kinds': {},
  'public.notices': { update: 'read' },
  'public.job_categories': {},
  'public.job_photos': { insert: 'job_id owner_id path' },
  'public.bids': { insert: 'job_id contractor_id amount status created_at', update: 'status' },
  'public.consultations': {
    insert: 'job_id consultant_id facility_id fee scheduled_at duration_minutes status created_at',
    update: 'status',
  },
  'public.conversations': {},
  'public.messages': {
    insert: 'client_id job_id consultation_id sender_id recipient_id sender_name content read created_at',
    update: 'read',
  },
  'public.reviews': { insert: 'consultation_id consultant_id facility_id rating comment reviewer_name created_at' },
  'public.payments': {},
  'public.demo_requests': { update: 'handled' },
  'app.contacts': {},
  'app.audit_log': {},
  'app.towns': {},
  'app.zip_prefixes': {},
  'storage.buckets': {},
  'storage.objects': {
    insert: 'bucket_id name owner metadata version owner_id user_metadata',
    update: 'bucket_id name updated_at metadata version user_metadata',
  },
}
