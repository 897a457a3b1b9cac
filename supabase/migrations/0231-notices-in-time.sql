set local row_security = off;

alter table public.notice_kinds add column is_ahead boolean not null default false;

update public.notice_kinds set is_ahead = true where name = 'consultation_tomorrow';

comment on table public.notice_kinds is
  'What people are told of: the switch it follows, the template of its mail, its title, why one gets it, where it leads, '
  'and whether it tells of a consultation that is ahead, so that no mail says it afterwards. A new kind is a row here and a '
  'template. Read by everybody signed in; changed by migrations only.';

-- Whoever cancelled it: the server may have, and then it was neither side.
update public.notice_kinds set title = 'Your consultation with {who} on {when} was cancelled'
where name = 'consultation_cancelled';

-- How often it was about to be sent. Nobody knows whether it went out, where no failure was noted then.
alter table private.letters add column said integer not null default 0;

comment on table private.letters is
  'Mails about notices, by the work of the outbox that sends them. One that has nothing left to say and did not go out is '
  'removed.';

-- What is told has its amount from where it was checked; each check costs every bid.
alter table public.notices drop constraint notices_amount_check;

-- For pruning. Two, so that neither rule has to look through what only the other one takes.
create index notices_read_at_idx on public.notices (created_at) where read;
create index notices_unread_at_idx on public.notices (created_at) where not read;

-- As they stand behind the bell: what is new first.
drop index public.notices_recipient_id_idx;
create index notices_recipient_id_idx on public.notices (recipient_id, read, created_at desc);
