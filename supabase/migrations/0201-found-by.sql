set local row_security = off;

-- What an admin finds a person by, in small letters: names, address and role, a line each. Kept beside the address,
-- for whoever may not see that may not find by it either; and in one text, for an index to know it by its parts.
alter table app.contacts add column words text not null default '' check (length(words) <= 2000);

update app.contacts c
  set words = lower(concat_ws(e'\n', p.username, p.full_name, c.email, p.role))
  from public.profiles p where p.id = c.user_id;

create index contacts_words_idx on app.contacts using gin (words extensions.gin_trgm_ops);
