set local row_security = off;

-- Strangers can make newcomers come all day: admins are not to be out of reach for other mails by that.
alter table public.notice_kinds add column mail_pause interval;

update public.notice_kinds set mail_pause = interval '1 day' where name = 'newcomer_came';

comment on table public.notice_kinds is
  'What people are told of: the switch it follows, the template of its mail, its title, why one gets it, where it leads, '
  'whether it tells of a consultation that is ahead, so that no mail says it afterwards, and how long at least there is between '
  'two mails of it, where strangers can cause them. A new kind is a row here and a template. Read by everybody signed in; '
  'changed by migrations only.';
