set local row_security = off;

-- Sums that triggers keep up to date, so that admins read them fast at any size of the market.
create table private.tallies (
  what text not null check (length(what) <= 50),
  -- The category of a job, the role of a user, the status of a payment or the action of an admin; otherwise empty.
  part text not null check (length(part) <= 100),
  -- A day in the installation's time zone, or the earliest date for sums that have no day.
  day date not null,
  number numeric not null,
  primary key (what, part, day)
);

alter table private.tallies enable row level security, force row level security;

comment on table private.tallies is
  'The sums behind the figures of admins, up to the last roll-up; private.tally_changes has the rest. Only definers '
  'read and write it.';

create table private.tally_changes (
  id bigint generated always as identity primary key,
  what text not null check (length(what) <= 50),
  part text not null check (length(part) <= 100),
  day date not null,
  number numeric not null
);

alter table private.tally_changes enable row level security, force row level security;

comment on table private.tally_changes is
  'Changes since a scheduled task last added them to private.tallies. Each change is a row of its own, so no '
  'transaction waits for another one. Only definers read and write it.';
