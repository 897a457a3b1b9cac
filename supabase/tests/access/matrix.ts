// The access matrix as data. A cell is the result for one user: a number of rows, or the code of a refusal. Fiona owns
// the jobs. Carl and Cora bid, and Carl was awarded one. Fiona has booked Kim, and so has Frank before. Kurt is hidden,
// and only Frank knows him. Ada is an admin, Nora has no role, and a visitor is not signed in.
import { idOf } from '../support/world.ts'

export type Cell = number | string

export interface Act {
  what: string
  statement: string
  values?: unknown[]
  /** The results in the order fiona, frank, carl, cora, kim, kurt, ada, nora, visitor. */
  gets: readonly Cell[]
}

const no = '42501'
// Select all columns: without any, PostgreSQL would not check the privileges of some views.
const rows = (table: string) => `select * from ${table}`
const row = (table: string, id: string) => ({
  statement: `select from public.${table} where id = $1`,
  values: [idOf(id)],
})
const change = (table: string, set: string, id: string) => ({
  statement: `update public.${table} set ${set} where id = $1 returning 1`,
  values: [idOf(id)],
})

export const reading: Act[] = [
  //                                                                   fiona frank carl cora kim kurt ada nora visitor
  { what: 'own profile', statement: 'select from public.profiles where id = auth.uid()', gets: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { what: 'the visible consultant', ...row('profiles', 'kim'), gets: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { what: 'the hidden consultant', ...row('profiles', 'kurt'), gets: [0, 1, 0, 0, 0, 1, 1, 0, no] },
  { what: 'a contractor', ...row('profiles', 'carl'), gets: [1, 0, 1, 0, 0, 0, 1, 0, no] },
  { what: 'a facility with open jobs', ...row('profiles', 'fiona'), gets: [1, 0, 1, 1, 1, 0, 1, 0, no] },
  { what: 'an admin', ...row('profiles', 'ada'), gets: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { what: "contacts", statement: rows('app.contacts'), gets: [1, 1, 1, 1, 1, 1, 8, 1, no] },
  { what: "Carl's email as a column", statement: 'select from public.profiles p where p.id = $1 and public.email(p) is not null', values: [idOf('carl')], gets: [0, 0, 1, 0, 0, 0, 1, 0, no] },
  { what: 'job categories', statement: rows('public.job_categories'), gets: [7, 7, 7, 7, 7, 7, 7, 0, no] },
  { what: 'an open job', ...row('jobs', 'job open'), gets: [1, 0, 1, 1, 0, 0, 1, 0, no] },
  { what: 'a job with bids', ...row('jobs', 'job bidden'), gets: [1, 0, 1, 1, 0, 0, 1, 0, no] },
  { what: 'an awarded job', ...row('jobs', 'job awarded'), gets: [1, 0, 1, 1, 0, 0, 1, 0, no] },
  { what: 'a finished job', ...row('jobs', 'job finished'), gets: [1, 0, 1, 0, 0, 0, 1, 0, no] },
  { what: 'a deleted job', ...row('jobs', 'job deleted'), gets: [1, 0, 0, 1, 0, 0, 1, 0, no] },
  { what: "Frank's open job", ...row('jobs', 'job frank'), gets: [0, 1, 1, 1, 0, 0, 1, 0, no] },
  { what: "Carl's bid", ...row('bids', 'bid carl bidden'), gets: [1, 0, 1, 0, 0, 0, 1, 0, no] },
  { what: "Cora's bid beside it", ...row('bids', 'bid cora bidden'), gets: [1, 0, 0, 1, 0, 0, 1, 0, no] },
  { what: "Cora's bid on Frank's job", ...row('bids', 'bid cora frank'), gets: [0, 1, 0, 1, 0, 0, 1, 0, no] },
  { what: 'a consultation ahead', ...row('consultations', 'consultation ahead'), gets: [1, 0, 0, 0, 1, 0, 1, 0, no] },
  { what: 'a consultation with the hidden one', ...row('consultations', 'consultation hidden'), gets: [0, 1, 0, 0, 0, 1, 1, 0, no] },
  { what: 'a review of the hidden one', ...row('reviews', 'review'), gets: [0, 1, 0, 0, 0, 1, 1, 0, no] },
  { what: 'conversations', statement: rows('public.conversations'), gets: [7, 4, 3, 4, 3, 1, 0, 0, no] },
  { what: "Carl's message", ...row('messages', 'message hello'), gets: [1, 0, 1, 0, 0, 0, 0, 0, no] },
  { what: "Kim's message", ...row('messages', 'message question'), gets: [1, 0, 0, 0, 1, 0, 0, 0, no] },
  { what: 'notification settings', statement: rows('public.notification_settings'), gets: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { what: 'notices', statement: rows('public.notices'), gets: [4, 1, 3, 2, 1, 0, 0, 0, no] },
  { what: 'kinds of notices', statement: rows('public.notice_kinds'), gets: [17, 17, 17, 17, 17, 17, 17, 0, no] },
  { what: 'notification emails', statement: rows('private.notification_emails'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'payments', statement: rows('public.payments'), gets: [2, 3, 1, 0, 3, 1, 5, 0, no] },
  { what: 'demo requests', statement: rows('public.demo_requests'), gets: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { what: 'accounts', statement: rows('auth.users'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'sessions', statement: rows('auth.sessions'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'settings', statement: rows('private.settings'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'secrets', statement: rows('private.secrets'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'the outbox', statement: rows('private.outbox'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'the audit log', statement: rows('app.audit_log'), gets: [0, 0, 0, 0, 0, 0, 0, 0, no] },
]

const insertJob = (columns: string, values: string) =>
  `insert into public.jobs (facility_id, title, description, budget${columns})
   values (auth.uid(), 'Fix the door', 'It does not close.', 100${values}) returning 1`

export const writing: Act[] = [
  //                                                                   fiona frank carl cora kim kurt ada nora visitor
  // @covers 6.facility.jobs
  { what: 'post a job', statement: insertJob('', ''), gets: [1, 1, no, no, no, no, no, no, no] },
  { what: 'post a job for another', statement: "insert into public.jobs (facility_id, title, description, budget) values ($1, 'Fix', 'It.', 1)", values: [idOf('frank')], gets: [no, 0, no, no, no, no, no, no, no] },
  { what: 'post a job as awarded', statement: insertJob(', awarded_at, awarded_contractor_id', `, now(), '${idOf('carl')}'`), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'rename an open job', ...change('jobs', "title = 'New'", 'job open'), gets: [1, 0, no, no, 0, 0, no, 0, no] },
  { what: 'rename a job with bids', ...change('jobs', "title = 'New'", 'job bidden'), gets: ['job_has_bids', 0, no, no, 0, 0, no, 0, no] },
  { what: 'rename an awarded job', ...change('jobs', "title = 'New'", 'job awarded'), gets: ['job_has_bids', 0, 'job_not_yours', no, 0, 0, no, 0, no] },
  { what: 'give a job away', ...change('jobs', `facility_id = '${idOf('frank')}'`, 'job open'), gets: [no, no, no, no, no, no, no, no, no] },
  // @covers 6.facility.jobs
  { what: 'delete an open job', ...change('jobs', 'is_deleted = true', 'job open'), gets: [1, 0, no, no, 0, 0, no, 0, no] },
  { what: 'delete an awarded job', ...change('jobs', 'is_deleted = true', 'job awarded'), gets: ['job_awarded', 0, 'job_not_yours', no, 0, 0, no, 0, no] },
  { what: 'undelete a job', ...change('jobs', 'is_deleted = false', 'job deleted'), gets: ['job_deleted', 0, 0, no, 0, 0, no, 0, no] },
  // @covers 6.contractor.completes
  { what: 'finish an awarded job', ...change('jobs', "status = 'finished'", 'job awarded'), gets: ['job_not_your_work', 0, 1, no, 0, 0, no, 0, no] },
  { what: 'finish an open job', ...change('jobs', "status = 'finished'", 'job open'), gets: ['job_not_your_work', 0, no, no, 0, 0, no, 0, no] },
  { what: 'open a finished job', ...change('jobs', "status = 'open'", 'job finished'), gets: ['job_not_your_work', 0, 'job_finished', 0, 0, 0, no, 0, no] },
  { what: 'remove a job', statement: 'delete from public.jobs', gets: [no, no, no, no, no, no, no, no, no] },
  // @covers 6.contractor.bids
  { what: 'bid on an open job', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80) returning 1', values: [idOf('job open')], gets: [no, no, 1, 1, no, no, no, no, no] },
  { what: 'bid on a job twice', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)', values: [idOf('job bidden')], gets: [no, no, 'bid_exists', 'bid_exists', no, no, no, no, no] },
  { what: 'bid on an awarded job', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)', values: [idOf('job awarded')], gets: [no, no, 'bid_exists', 'job_closed', no, no, no, no, no] },
  { what: 'bid for another', statement: 'insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 80)', values: [idOf('job open'), idOf('carl')], gets: [no, no, 0, no, no, no, no, no, no] },
  { what: "withdraw Carl's bid", ...change('bids', "status = 'withdrawn'", 'bid carl bidden'), gets: [no, 0, 1, 0, 0, 0, no, 0, no] },
  { what: "accept Carl's bid by hand", ...change('bids', "status = 'accepted'", 'bid carl bidden'), gets: [no, 0, 'bid_not_yours_to_judge', 0, 0, 0, no, 0, no] },
  { what: "withdraw Carl's accepted bid", ...change('bids', "status = 'withdrawn'", 'bid carl awarded'), gets: [no, 0, 'bid_decided', 0, 0, 0, no, 0, no] },
  { what: "change Carl's amount", ...change('bids', 'amount = 1', 'bid carl bidden'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'book Kim', statement: "insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes) values ($1, auth.uid(), now() + interval '5 days', 30) returning 1", values: [idOf('kim')], gets: ['consultation_exists', 1, no, no, no, no, no, no, no] },
  { what: 'book the hidden one', statement: "insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), now()) returning 1", values: [idOf('kurt')], gets: [no, 1, no, no, no, no, no, no, no] },
  { what: 'book a contractor', statement: 'insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, auth.uid(), now())', values: [idOf('carl')], gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'book for another', statement: "insert into public.consultations (consultant_id, facility_id, scheduled_at) values ($1, $2, now())", values: [idOf('kim'), idOf('frank')], gets: [no, 0, no, no, no, no, no, no, no] },
  { what: "book with Frank's job", statement: 'insert into public.consultations (consultant_id, facility_id, scheduled_at, job_id) values ($1, auth.uid(), now(), $2)', values: [idOf('kim'), idOf('job frank')], gets: [no, 0, no, no, no, no, no, no, no] },
  { what: 'cancel a consultation ahead', ...change('consultations', "status = 'cancelled'", 'consultation ahead'), gets: [1, 0, 0, 0, 1, 0, no, 0, no] },
  { what: 'cancel a past consultation', ...change('consultations', "status = 'cancelled'", 'consultation past'), gets: [0, 'consultation_started', 0, 0, 'consultation_started', 0, no, 0, no] },
  { what: 'revive a cancelled consultation', ...change('consultations', "status = 'booked'", 'consultation cancelled'), gets: [0, 'consultation_cancelled', 0, 0, 'consultation_cancelled', 0, no, 0, no] },
  { what: 'move a consultation', ...change('consultations', 'scheduled_at = now()', 'consultation ahead'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'review the past one', statement: "insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4) returning 1", values: [idOf('consultation past'), idOf('kim')], gets: [no, 1, no, no, no, no, no, no, no] },
  { what: 'review the one ahead', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation ahead'), idOf('kim')], gets: ['consultation_not_ended', no, no, no, no, no, no, no, no] },
  { what: 'review the cancelled one', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation cancelled'), idOf('kim')], gets: [no, 'consultation_cancelled', no, no, no, no, no, no, no] },
  { what: 'review another consultant', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation past'), idOf('kurt')], gets: [no, 'review_mismatch', no, no, no, no, no, no, no] },
  { what: 'review twice', statement: 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', values: [idOf('consultation hidden'), idOf('kurt')], gets: [no, '23505', no, no, no, no, no, no, no] },
  { what: 'remove a review', statement: 'delete from public.reviews', gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'write to Fiona about the awarded job', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job awarded'), idOf('fiona')], gets: [no, no, 1, 'conversation_closed', no, no, no, no, no] },
  { what: 'write to Carl about the awarded job', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job awarded'), idOf('carl')], gets: [1, no, 'wrong_recipient', 'conversation_closed', no, no, no, no, no] },
  { what: 'write about the finished job', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi')", values: [idOf('job finished'), idOf('fiona')], gets: [no, no, 'conversation_closed', no, no, no, no, no, no] },
  { what: 'write first to a bidder', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job bidden'), idOf('carl')], gets: ['conversation_closed', no, 'wrong_recipient', 'wrong_recipient', no, no, no, no, no] },
  { what: 'write first as a bidder', statement: "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('job bidden'), idOf('fiona')], gets: [no, no, 1, 1, no, no, no, no, no] },
  { what: 'write to Kim in the consultation', statement: "insert into public.messages (consultation_id, recipient_id, content) values ($1, $2, 'Hi') returning 1", values: [idOf('consultation ahead'), idOf('kim')], gets: [1, no, no, no, 'wrong_recipient', no, no, no, no] },
  { what: 'write in a past consultation', statement: "insert into public.messages (consultation_id, recipient_id, content) values ($1, $2, 'Hi')", values: [idOf('consultation past'), idOf('kim')], gets: [no, 'conversation_closed', no, no, 'conversation_closed', no, no, no, no] },
  { what: "mark Carl's message read", ...change('messages', 'read = true', 'message hello'), gets: [1, 0, no, 0, 0, 0, 0, 0, no] },
  { what: "change Carl's message", ...change('messages', "content = 'x'", 'message hello'), gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'delete messages', statement: 'delete from public.messages', gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'write conversations', statement: "update public.conversations set last_content = 'x'", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'change the own profile', statement: "update public.profiles set bio = 'x' where id = auth.uid() returning 1", gets: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { what: "change Kim's profile", ...change('profiles', "bio = 'x'", 'kim'), gets: [no, no, no, no, 1, no, no, 0, no] },
  { what: 'take another role', statement: "update public.profiles set role = 'admin' where id = auth.uid()", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'take another id', statement: "update public.profiles set id = gen_random_uuid() where id = auth.uid() returning 1", gets: ['profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 'profile_id_fixed', 0, no] },
  { what: 'make a profile', statement: "insert into public.profiles (id, role) values (gen_random_uuid(), 'admin')", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'change contacts', statement: "update app.contacts set email = 'x'", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'change the audit log', statement: "update app.audit_log set reason = 'x'", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'upsert own settings', statement: 'insert into public.notification_settings (user_id, sound) values (auth.uid(), false) on conflict (user_id) do update set sound = false returning 1', gets: [1, 1, 1, 1, 1, 1, 1, '23503', no] },
  { what: "upsert Carl's settings", statement: 'insert into public.notification_settings (user_id, sound) values ($1, false) on conflict (user_id) do update set sound = false returning 1', values: [idOf('carl')], gets: [no, no, 1, no, no, no, no, no, no] },
  { what: 'delete own settings', statement: 'delete from public.notification_settings returning 1', gets: [1, 1, 1, 1, 1, 1, 1, 0, no] },
  { what: 'read own notices', statement: 'update public.notices set read = true where not read returning 1', gets: [4, 1, 3, 2, 1, 0, 0, 0, no] },
  { what: "read everybody's notices", statement: 'update public.notices set read = true', gets: [no, no, no, no, no, no, no, 0, no] },
  { what: 'make a notice', statement: "insert into public.notices (recipient_id, kind, source_id) values (auth.uid(), 'test', gen_random_uuid())", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'change a kind of notice', statement: "update public.notice_kinds set path = '/'", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'make a payment', statement: 'insert into public.payments (payer_id, payee_id, amount) values (auth.uid(), auth.uid(), 1)', gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'change payments', statement: "update public.payments set status = 'paid'", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'add a photo to a job', statement: "insert into public.job_photos (job_id, owner_id, path) values ($1, auth.uid(), auth.uid() || '/job-photo/a.png') returning 1", values: [idOf('job open')], gets: [1, no, no, no, no, no, no, no, no] },
  { what: 'handle a demo request', ...change('demo_requests', 'handled = true', 'demo request'), gets: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { what: 'add a demo request by hand', statement: "insert into public.demo_requests (full_name, email, company, message) values ('a', 'a@b.c', 'd', 'e')", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'change categories', statement: "insert into public.job_categories values ('Magic', 9)", gets: [no, no, no, no, no, no, no, no, no] },
]

export const calling: Act[] = [
  //                                                                   fiona frank carl cora kim kurt ada nora visitor
  { what: 'admin_user_list', statement: rows('public.admin_user_list'), gets: [no, no, no, no, no, no, 7, no, no] },
  { what: 'dashboard_total_users_by_role', statement: rows('public.dashboard_total_users_by_role'), gets: [no, no, no, no, no, no, 4, no, no] },
  { what: 'admin_live_metrics', statement: rows('public.admin_live_metrics'), gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'get_revenue_analytics', statement: "select from public.get_revenue_analytics('2026-01-01', '2026-01-07')", gets: [no, no, no, no, no, no, 7, no, no] },
  { what: 'get_user_growth', statement: "select from public.get_user_growth('2026-01-01', '2026-01-07')", gets: [no, no, no, no, no, no, 7, no, no] },
  { what: 'get_job_analytics', statement: "select from public.get_job_analytics('2026-01-01', '2026-01-07')", gets: [no, no, no, no, no, no, 7, no, no] },
  { what: 'get_consultation_analytics', statement: "select from public.get_consultation_analytics('2026-01-01', '2026-01-07')", gets: [no, no, no, no, no, no, 7, no, no] },
  { what: 'get_job_categories', statement: rows('public.get_job_categories()'), gets: [no, no, no, no, no, no, 7, no, no] },
  { what: 'dashboard_facility_summary', statement: rows('public.dashboard_facility_summary'), gets: [1, 1, no, no, no, no, no, no, no] },
  { what: 'dashboard_facility_job_bids', statement: rows('public.dashboard_facility_job_bids'), gets: [5, 1, no, no, no, no, no, no, no] },
  { what: 'dashboard_contractor_summary', statement: rows('public.dashboard_contractor_summary'), gets: [no, no, 1, 1, no, no, no, no, no] },
  { what: 'dashboard_available_jobs', statement: rows('public.dashboard_available_jobs'), gets: [no, no, 3, 3, no, no, no, no, no] },
  { what: 'find_available_jobs', statement: rows('public.find_available_jobs()'), gets: [no, no, 3, 3, no, no, no, no, no] },
  { what: 'find_available_jobs by a word', statement: rows("public.find_available_jobs('job')"), gets: [no, no, 3, 3, no, no, no, no, no] },
  { what: 'dashboard_inbox_preview', statement: rows('public.dashboard_inbox_preview'), gets: [4, 1, 1, 0, 1, 0, 0, 0, no] },
  { what: 'dashboard_consultant_summary', statement: rows('public.dashboard_consultant_summary'), gets: [no, no, no, no, 1, 1, no, no, no] },
  { what: 'consultant_months', statement: "select from public.consultant_months('2026-01-01', '2026-05-31')", gets: [no, no, no, no, 5, 5, no, no, no] },
  { what: 'dashboard_waiting', statement: rows('public.dashboard_waiting'), gets: [5, 4, 2, 0, 0, 0, 3, 0, no] },
  { what: 'dashboard_waiting_counts', statement: rows('public.dashboard_waiting_counts'), gets: [3, 3, 2, 0, 0, 0, 3, 0, no] },
  { what: 'accept_and_reject_bids', statement: 'select from public.accept_and_reject_bids($1, $2)', values: [idOf('bid carl bidden'), idOf('job bidden')], gets: [1, 'job_unknown', 'job_not_yours', 'job_not_yours', 'job_unknown', 'job_unknown', 'job_not_yours', 'job_unknown', no] },
  { what: 'record_payment', statement: "select from public.record_payment((select id from public.payments where job_id = $1), 'Check 12')", values: [idOf('job finished')], gets: [1, 'payment_unknown', 'payment_not_yours', 'payment_unknown', 'payment_unknown', 'payment_unknown', 'payment_not_yours', 'payment_unknown', no] },
  { what: 'refund_payment', statement: 'select from public.refund_payment((select id from public.payments where job_id = $1))', values: [idOf('job finished')], gets: [no, no, no, no, no, no, 'payment_not_paid', no, no] },
  { what: 'search_consultants', statement: rows('public.search_consultants()'), gets: [1, 1, 1, 1, 0, 1, 1, 0, no] },
  { what: 'conversation_with Fiona', statement: 'select from public.conversation_with($1)', values: [idOf('fiona')], gets: [0, 0, 1, 1, 1, 0, 0, 0, no] },
  { what: 'conversation_state', statement: 'select from public.conversation_state($1)', values: [idOf('job awarded')], gets: [1, 0, 1, 1, 0, 0, 0, 0, no] },
  { what: 'asking_admin', statement: 'select public.asking_admin()', gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_newcomers', statement: rows('public.admin_newcomers'), gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_admit', statement: "select from public.admin_admit($1, 'facility', 'Nora', 'Halls', 'Asked for it')", values: [idOf('nora')], gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_set_role', statement: "select from public.admin_set_role($1, 'facility', 'Asked for it')", values: [idOf('kim')], gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_end_sessions', statement: "select from public.admin_end_sessions($1, 'Lost laptop')", values: [idOf('kim')], gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_ban', statement: "select from public.admin_ban($1, 'infinity', 'Fraud')", values: [idOf('kim')], gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_release_award', statement: "select from public.admin_release_award($1, 'Both agree')", values: [idOf('job awarded')], gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_remove_review', statement: "select from public.admin_remove_review($1, 'Insult')", values: [idOf('review')], gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_audit_log', statement: rows('public.admin_audit_log()'), gets: [no, no, no, no, no, no, 0, no, no] },
  { what: 'admin_audit_entries', statement: rows('public.admin_audit_entries'), gets: [no, no, no, no, no, no, 0, no, no] },
  { what: 'admin_search_audit', statement: rows("public.admin_search_audit('a')"), gets: [no, no, no, no, no, no, 0, no, no] },
  { what: 'admin_search_jobs', statement: rows("public.admin_search_jobs('job')"), gets: [no, no, no, no, no, no, 6, no, no] },
  { what: 'admin_jobs_without_bids', statement: rows('public.admin_jobs_without_bids()'), gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_list_number', statement: "select public.admin_list_number('jobs')", gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_find_jobs_without_bids', statement: rows('public.admin_find_jobs_without_bids()'), gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'app.find_jobs_without_bids', statement: rows("app.find_jobs_without_bids('created_at', true)"), gets: [0, 0, 0, 0, 0, 0, 1, 0, no] },
  { what: 'admin_search_users', statement: rows("public.admin_search_users('kim')"), gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'app.admin_search_users', statement: rows("app.admin_search_users('kim', true)"), gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'admin_search_bids', statement: rows("public.admin_search_bids('carl')"), gets: [no, no, no, no, no, no, 3, no, no] },
  { what: 'admin_search_payments', statement: rows("public.admin_search_payments('finished')"), gets: [no, no, no, no, no, no, 1, no, no] },
  { what: 'my_notices', statement: rows('public.my_notices'), gets: [4, 1, 3, 2, 1, 0, 0, 0, no] },
  { what: 'admin_dead_letters', statement: rows('public.admin_dead_letters'), gets: [no, no, no, no, no, no, 0, no, no] },
  { what: 'admin_send_again', statement: 'select public.admin_send_again(gen_random_uuid())', gets: [no, no, no, no, no, no, 'mail_unknown', no, no] },
  { what: 'admin_remove_mail', statement: 'select public.admin_remove_mail(gen_random_uuid())', gets: [no, no, no, no, no, no, 'mail_unknown', no, no] },
  { what: 'send_test_notice', statement: 'select public.send_test_notice()', gets: [1, 1, 1, 1, 1, 1, 1, no, no] },
  { what: 'mark_notices_read', statement: 'select public.mark_notices_read()', gets: [1, 1, 1, 1, 1, 1, 1, 1, no] },
  { what: 'unsubscribe', statement: "select public.unsubscribe('x')", gets: [no, no, no, no, no, no, no, no, no] },
  { what: 'my_sessions', statement: rows('public.my_sessions()'), gets: [0, 0, 0, 0, 0, 0, 0, 0, no] },
  { what: 'end_my_session', statement: 'select public.end_my_session(gen_random_uuid())', gets: [...Array<Cell>(8).fill('session_unknown'), no] },
  { what: 'submit_demo_request', statement: "select from public.submit_demo_request('Vera', 'vera@example.com', 'Halls', 'Hello')", gets: [1, 1, 1, 1, 1, 1, 1, 1, 1] },
]

/** The columns that a user may send. All other columns are stamped or read-only. */
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
  'storage.buckets': {},
  'storage.objects': {
    insert: 'bucket_id name owner metadata version owner_id user_metadata',
    update: 'bucket_id name updated_at metadata version user_metadata',
  },
}
