-- Removes the space around user input. Empty input becomes null.
create function app.trimmed(given text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(regexp_replace(given, '^[\s\u00a0\u200b\ufeff]+|[\s\u00a0\u200b\ufeff]+$', '', 'g'), '')
$$;

create function app.trimmed(given text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(word order by place), '{}')
  from (
    select app.trimmed(word) as word, place from unnest(given) with ordinality as w(word, place)
  ) as words
  where word is not null
$$;

-- Makes a name usable in an address: "Ada Lovelace" becomes ada-lovelace.
create function app.slug(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(trim('-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 100)), '')
$$;

-- Refuses a text that is missing or too long.
create function app.check_text(field text, given text, longest integer, is_required boolean default false)
returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if is_required and given is null then
    perform app.refuse(400, 'text_missing', format('%s is required.', field), 'Fill it in.');
  elsif length(given) > longest then
    perform app.refuse(400, 'text_too_long',
      format('%s can have at most %s characters. You entered %s.', field, longest, length(given)), 'Shorten it.');
  end if;
end
$$;

create function app.check_money(field text, given numeric) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if given is null or not app.is_money(given) then
    perform app.refuse(400, 'money_invalid',
      format('%s must be an amount from $0.01 to $9,999,999.99.', field),
      'Enter dollars with at most two decimals.');
  end if;
end
$$;

grant execute on function
  app.trimmed(text), app.trimmed(text[]), app.slug(text), app.check_text(text, text, integer, boolean),
  app.check_money(text, numeric)
  to authenticated, service_role;
