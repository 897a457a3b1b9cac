-- Returns whether a text has only white space, control characters and characters that Unicode ignores or leaves blank.
create function app.is_blank(input text) returns boolean
language sql immutable set search_path = ''
as $$
  select input ~ ('^[\s\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
    || '\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
    || '\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*$')
$$;

-- Trims white space, and returns null for input without a visible character.
create function app.trimmed(input text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(input, '^[\s\u00a0\u200b\ufeff]+|[\s\u00a0\u200b\ufeff]+$', '', 'g')
  where not app.is_blank(input)
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

-- Refuses a text that is too long, or missing if `is_required` is true.
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
  app.is_blank(text), app.trimmed(text), app.trimmed(text[]), app.slug(text), app.check_text(text, text, integer, boolean),
  app.check_money(text, numeric)
  to authenticated, service_role;
