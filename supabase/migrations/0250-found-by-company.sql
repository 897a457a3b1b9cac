set local row_security = off;

-- A facility is known by its company: whoever is looked for is found by that as well.
update app.contacts c
  set words = lower(concat_ws(e'\n', p.username, p.full_name, p.company_name, c.email, p.role))
  from public.profiles p where p.id = c.user_id and p.company_name is not null;

comment on column app.contacts.words is
  'What admins find a person by, in small letters: names, company, address and last the role, a line each.';
