set local row_security = off;

-- Who came by a number is found by it, also once they have a name.
update app.contacts c
  set words = lower(concat_ws(e'\n', p.username, p.full_name, p.company_name, c.email, '+' || c.phone, p.role))
  from public.profiles p where p.id = c.user_id and c.phone is not null;

comment on column app.contacts.words is
  'What admins find a person by, in small letters: names, company, address, number and last the role, a line each.';
