// For each fault, the lint must report only the fault's `object`, and no similar object without a fault.
import { notes, policyFaults } from './policy-faults.ts'

interface Fault {
  expectedProblem: string
  sql: string
  object: string
}

export const faults: Record<string, Fault[]> = {
  ...policyFaults,
  'definer-in-public': [
    {
      expectedProblem: 'a procedure with rights of its own',
      sql: `
        create function public.count_all() returns bigint language sql security definer return 1;
        create function public.count_mine() returns bigint language sql return 1;
        create function app.count_all() returns bigint language sql security definer return 1;`,
      object: 'public.count_all()',
    },
  ],
  'function-in-index-or-check-from-code': [
    {
      expectedProblem: 'a check that calls code',
      sql: `
        alter table public.jobs add constraint jobs_slug check (app.slug(title) <> ''),
          add constraint jobs_half check (app.is_money(budget / 2));`,
      object: 'constraint jobs_slug on table public.jobs',
    },
    {
      expectedProblem: 'an index over code',
      sql: 'create index jobs_slug_idx on public.jobs (app.slug(title));',
      object: 'index public.jobs_slug_idx',
    },
    {
      expectedProblem: 'a generated column',
      sql: `alter table public.jobs
        add slug text generated always as (app.slug(title)) stored,
        add loud text generated always as (upper(title)) stored;`,
      object: 'default value for column slug of table public.jobs',
    },
    {
      expectedProblem: 'a default',
      sql: 'alter table public.profiles alter time_zone set default app.time_zone();',
      object: 'default value for column time_zone of table public.profiles',
    },
  ],
  'function-with-open-search-path': [
    {
      expectedProblem: 'a function without one',
      sql: `
        create function app.f() returns integer language sql return 1;
        create function app.g() returns integer language sql set search_path = '' return 1;`,
      object: 'app.f()',
    },
    {
      expectedProblem: 'a function with another one',
      sql: 'create function app.f() returns integer language sql set search_path = public return 1;',
      object: 'app.f()',
    },
  ],
  'grant-to-visitors': [
    {
      expectedProblem: 'a table',
      sql: 'grant select on public.jobs to anon;',
      object: 'public.jobs',
    },
    {
      expectedProblem: 'a column',
      sql: 'grant update (title) on public.jobs to anon;',
      object: 'public.jobs.title',
    },
    {
      expectedProblem: 'a view granted to public',
      sql: 'grant select on public.admin_live_metrics to public;',
      object: 'public.admin_live_metrics',
    },
    {
      expectedProblem: 'a sequence',
      sql: 'create sequence public.numbers; grant usage on sequence public.numbers to anon;',
      object: 'public.numbers',
    },
    {
      expectedProblem: 'files',
      sql: 'grant select on storage.objects to anon;',
      object: 'storage.objects',
    },
    {
      expectedProblem: 'a function',
      sql: 'grant execute on function app.my_role() to anon;',
      object: 'app.my_role()',
    },
    {
      expectedProblem: 'a function with its default grant to public',
      sql: `
        alter default privileges grant execute on functions to public;
        create function app.f() returns integer language sql return 1;`,
      object: 'app.f()',
    },
    {
      expectedProblem: "a visitors' function that is also granted to public",
      sql: 'grant execute on function public.submit_demo_request to public;',
      object: 'public.submit_demo_request(text,text,text,text)',
    },
  ],
  'id-without-time': [
    {
      expectedProblem: 'a random id',
      sql: 'create table public.sheds (id uuid primary key default gen_random_uuid());',
      object: 'public.sheds.id',
    },
  ],
  'reference-without-on-delete': [
    {
      expectedProblem: 'a reference that says nothing',
      sql: `
        create table app.silent (job_id uuid references public.jobs);
        create table app.clear (job_id uuid references public.jobs on delete set null);`,
      object: 'silent_job_id_fkey on app.silent',
    },
  ],
  'table-grant-to-write': [
    {
      expectedProblem: 'insert',
      sql: `
        grant insert on public.payments to authenticated;
        grant insert (amount) on public.bids to authenticated;
        grant delete on public.bids to authenticated;`,
      object: 'public.payments',
    },
    {
      expectedProblem: 'update granted to everybody',
      sql: 'grant update on app.contacts to public;',
      object: 'app.contacts',
    },
  ],
  'table-without-forced-row-security': [
    { expectedProblem: 'a table without row security', sql: notes, object: 'public.notes' },
    {
      expectedProblem: 'a table that exempts its owner',
      sql: `
        create table app.half (id uuid); alter table app.half enable row level security;
        create table app.whole (id uuid);
        alter table app.whole enable row level security, force row level security;`,
      object: 'app.half',
    },
  ],
  'text-without-length': [
    { expectedProblem: 'a column without a check', sql: notes, object: 'public.notes.body' },
    {
      expectedProblem: 'a column with a least length only',
      sql: `create table private.notes (
        bad text check (length(bad) > 0),
        good text check (length(good) between 1 and 10),
        listed text check (listed in ('a', 'b')),
        short varchar(10), checked varchar check (length(checked) <= 10),
        referred text references public.job_categories
      );`,
      object: 'private.notes.bad',
    },
    {
      expectedProblem: 'a list that bounds something else',
      sql: `create table app.notes (
        status text, done boolean, check ((status in ('a', 'b')) = done),
        kind varchar check (kind in ('a', 'b'))
      );`,
      object: 'app.notes.status',
    },
    {
      expectedProblem: 'words without a number',
      sql: `create table app.notes (
        bad text[] check (cardinality(bad) <= 10),
        good text[] check (app.is_text_list(good, 10, 10))
      );`,
      object: 'app.notes.bad',
    },
  ],
  'uncommented-exposed-object': [
    { expectedProblem: 'a table', sql: notes, object: 'public.notes' },
    {
      expectedProblem: 'a view',
      sql: "create view public.two as select 2 as n; comment on column public.two.n is 'Two.';",
      object: 'public.two',
    },
    {
      expectedProblem: 'a function',
      sql: `
        create function public.f() returns integer language sql return 1;
        create function public.g() returns integer language sql return 1;
        comment on function public.g() is 'One.';`,
      object: 'public.f()',
    },
  ],
  'unindexed-foreign-key': [
    {
      expectedProblem: 'a reference without an index',
      sql: `create table app.notes (
        job_id uuid references public.jobs, bid_id uuid unique references public.bids
      );`,
      object: 'notes_job_id_fkey on app.notes',
    },
    {
      expectedProblem: 'one in a partial index, or behind another column, or beside the key',
      sql: `create table app.notes (id integer, job_id uuid references public.jobs);
        create index on app.notes (job_id) where id > 0;
        create index on app.notes (id, job_id);
        create index on app.notes (id) include (job_id);`,
      object: 'notes_job_id_fkey on app.notes',
    },
    {
      expectedProblem: 'a pair of which an index begins with one, and accepts them in any order',
      sql: `
        create table app.pairs (a integer, b integer, primary key (a, b));
        create table app.bad (a integer, b integer, c integer,
          foreign key (a, b) references app.pairs, unique (a, c, b));
        create table app.good (a integer, b integer, c integer,
          foreign key (a, b) references app.pairs, unique (b, a, c));`,
      object: 'bad_a_b_fkey on app.bad',
    },
  ],
  'view-without-security-invoker': [
    {
      expectedProblem: 'a view that reads as its owner',
      sql: `
        create view public.bad as select 1 as n;
        create view public.off with (security_invoker = off, security_barrier) as select 1 as n;
        alter view public.off set (security_invoker = on);
        create view public.good with (security_invoker) as select 1 as n;`,
      object: 'public.bad',
    },
    {
      expectedProblem: 'a view with security_invoker = false',
      sql: 'create view app.off with (security_invoker = off) as select 1 as n;',
      object: 'app.off',
    },
    {
      expectedProblem: 'a materialized view',
      sql: 'create materialized view public.copy as select 1 as n;',
      object: 'public.copy',
    },
  ],
}
