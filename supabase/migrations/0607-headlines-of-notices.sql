set local row_security = off;

-- The app shows the job or consultation of a notice on a second line, so the headline leaves it out. Emails use the title.
alter table public.notice_kinds add column headline text check (length(headline) between 1 and 200);

comment on column public.notice_kinds.headline is
  'The title without the job or consultation. Null if the title names neither.';

update public.notice_kinds k set headline = h.headline
from (values
  ('bid_received', '{who} bid {amount}'),
  ('bid_accepted', 'Your bid was accepted'),
  ('bid_rejected', 'Your bid was not chosen'),
  ('award_released', 'Your award was revoked'),
  ('award_reopened', 'The award to {who} was revoked'),
  ('job_finished', '{who} finished the job'),
  ('job_removed', 'A job that you bid on was deleted'),
  ('consultation_booked', '{who} booked you'),
  ('consultation_cancelled', '{who} canceled'),
  ('consultation_tomorrow', 'Your consultation with {who} is coming up')
) as h (kind, headline)
where k.name = h.kind;
