set local row_security = off;

-- Until when a person is kept out. The account knows it; it stands here as well because admins read it in lists.
alter table app.contacts add column banned_until timestamptz;

update app.contacts c set banned_until = u.banned_until
  from auth.users u where u.id = c.user_id and u.banned_until is not null;

comment on table app.contacts is
  'How to reach a person, and until when they are kept out; seen by that person and by admins. Written by triggers '
  'on auth.users alone.';
