-- Removes white space at both ends of user input. Empty input becomes null.
create function app.trimmed(input text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(regexp_replace(input, '^[\s\u00a0\u200b\ufeff]+|[\s\u00a0\u200b\ufeff]+$', '', 'g'), '')
$$;

create function app.trimmed(input text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(item order by ordinal), '{}')
  from (
    select app.trimmed(entry) as item, ordinal from unnest(input) with ordinality as entries (entry, ordinal)
  ) as items
  where item is not null
$$;

-- Makes a name usable in a URL: "Ada Lovelace" becomes ada-lovelace.
create function app.slug(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(trim('-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 100)), '')
$$;

-- Refuses a text that is too long, or that is required and missing.
create function app.check_text(field text, input text, max_length integer, is_required boolean default false)
returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if is_required and input is null then
    perform app.refuse(400, 'text_missing', format('%s is required.', field), 'Fill it in.');
  elsif length(input) > max_length then
    perform app.refuse(400, 'text_too_long',
      format('%s can have at most %s characters. You entered %s.', field, max_length, length(input)), 'Shorten it.');
  end if;
end
$$;

create function app.check_money(field text, input numeric) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if input is null or not app.is_money(input) then
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
